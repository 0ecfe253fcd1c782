"""Values as plain data.

* `encoding`: the entry point, which goes through values and their parts; `shapes`: the forms;
* `atoms`: values without parts that are encoded; `standard`: objects of the standard library; `arrays`;
  `records`, which their fields describe fully;
* `contents`: which data of an object are reported, by its `attributes`; `inspecting`: which methods tell
  more;
* `holdings`: the steps to the objects that a value holds; `named`: public names of objects.
"""
