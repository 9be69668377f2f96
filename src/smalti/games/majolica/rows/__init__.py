"""What lies where, what may be clicked, what happens, what is asked, refused and earned: rows of small numbers."""
