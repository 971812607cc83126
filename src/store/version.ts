import type { Connection } from './connection.js';

export interface StoredVersion {
  /** 0: a new, empty file (or another program's). */
  version: number;
  application: number;
  page_size: number;
}

export function readVersion(connection: Connection): StoredVersion {
  const [row] = connection.all(
    `select user_version as version, application_id as application, page_size
    from pragma_user_version, pragma_application_id, pragma_page_size`,
  ) as StoredVersion[];
  if (row === undefined) throw new Error('a pragma has a value');
  return row;
}
