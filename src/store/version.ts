import type Libsql from 'libsql';

export interface StoredVersion {
  /** 0: a new, empty file (or another program's). */
  version: number;
  application: number;
}

export function readVersion(database: Libsql.Database): StoredVersion {
  const [row] = database
    .prepare(
      'select user_version as version, application_id as application from pragma_user_version, pragma_application_id',
    )
    .all() as StoredVersion[];
  return row ?? { version: 0, application: 0 };
}
