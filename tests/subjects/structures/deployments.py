"""Deployments as a cluster is told of them: keys behind keys, and some that only their owner knows."""

KIND = "kind"
ROLLING = ("rolling", "canary")


def open_port(manifest):
    """Return the first port that is open to the outside."""
    if manifest[KIND] != "Deployment":
        return None
    for container in manifest["spec"]["template"]["containers"]:
        if container["image"].startswith("edge/"):
            for name, port in container.get("ports", {}).items():
                if port["protocol"] == "udp" and port.get("exposed") == "yes":
                    return name
    return "closed"


def first_to_update(services: dict) -> str:
    """Tell which service is updated first."""
    for name in services:
        strategy = services[name]["strategy"]
        if strategy["type"] in ROLLING and strategy["surge"] > 20:
            return f"{name} at once"
    ordered = sorted(services.values(), key=lambda service: service["weight"])
    if ordered and ordered[0]["owner"] == "platform":
        return "platform"
    return "none"
