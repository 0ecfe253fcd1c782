"""Deletes what is old, in a session of a database library."""


def delete_old(session, model, days):
    if days < 1:
        raise ValueError("keep at least a day")
    query = session.query(model).filter_by(age=days)
    rows = query.all()
    if not rows:
        session.rollback()
        return 0
    try:
        for row in rows:
            session.delete(row)
        session.commit()
    except RuntimeError:
        session.rollback()
        return -1
    return len(rows)
