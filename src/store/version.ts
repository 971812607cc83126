import type { Connection } from './connection.js';

export interface StoredVersion {
  /** 0: a new, empty file (or another program's). */
  version: number;
  application: number;
}

export function readVersion(connection: Connection): StoredVersion {
  const [row] = connection.all(
    'select user_version as version, application_id as application from pragma_user_version, pragma_application_id',
  ) as StoredVersion[];
  return row ?? { version: 0, application: 0 };
}
