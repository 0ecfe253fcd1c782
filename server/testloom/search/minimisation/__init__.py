"""Minimisation: kept tests become as small and as plain as possible."""
