"""Directed changes: a value wanted by a comparison, a type test or an exception is put into the test."""
