"""What brings people together and back: where they meet, their pace, notices, talk, ratings and tournaments."""
