"""What runs where a learner's code runs. It is copied there file by file, and knows no answers."""
