"""Control flow of Python functions: graphs from syntax trees, and control dependence.

`build.flow_graph` makes the graph of one function, `dominance` knows which nodes every path has to
pass, and `dominance.deciding_edges` says which outcomes of which conditions always lead to a node.
Start reading in `graph`.
"""

from testloom.integration.flow.build import flow_graph
from testloom.integration.flow.dominance import deciding_edges, is_certain
from testloom.integration.flow.graph import CONDITIONS, Edge, FlowGraph, Node

__all__ = [
    "CONDITIONS",
    "Edge",
    "FlowGraph",
    "Node",
    "deciding_edges",
    "flow_graph",
    "is_certain",
]
