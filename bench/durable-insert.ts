import { Connection } from '../src/store/connection.js';

/** One row, on disk when it returns: what every durable step costs at the least on this disk. */
export interface DurableInsert {
  insert(): void;
  close(): Promise<void>;
}

/** A database of its own with the settings of the store. */
export function durableInsert(file: string): DurableInsert {
  const connection = new Connection(file, 1_000);
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table row (id integer primary key, body text) strict',
  );
  const statement = connection.prepare('insert into row (body) values (?)');
  return {
    insert: () => void statement.run(['one row of sixty-four bytes, which is about what a task has…']),
    close: async () => {
      connection.close();
      await connection.released();
    },
  };
}
