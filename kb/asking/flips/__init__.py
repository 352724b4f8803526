"""What would have to differ: the smallest changes of a request after which the answer is another, found by trying."""
