"""What somebody's games add up to: results, points, days, streaks, skill and luck. Called `smalti.stats`."""
