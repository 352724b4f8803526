"""What every room needs: errors, paths, data files with lines, shapes, values."""
