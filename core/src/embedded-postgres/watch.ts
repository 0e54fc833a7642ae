/** What the main process sends to its guardian at the start. */
export type Watch = {
  /** Where the lock and the heartbeat are. */
  dataDir: string;
  data: string;
  postgres: string;
  pgCtl: string;
  as: { uid?: number; gid?: number };
  logFile: string;
  /** Extra settings of the server, as `-c name=value`. */
  settings: Record<string, string>;
  /** The port to start on; 0 picks a free one. */
  port: number;
  /** Whether the main process has claimed the database. Until it has, a server found running is somebody else's. */
  isClaimed: boolean;
};

/** What the guardian answers: `refused` when another process has the data folder, `notice` while it waits. */
export type GuardianReport = { ready: number } | { failed: string } | { refused: string } | { notice: string };

/** Said by the main process once it has claimed the database: from now on the server ends with it. */
export const CLAIMED = 'claimed';

/** Said by the main process: end without touching PostgreSQL, which belongs to somebody else. */
export const LEAVE = 'leave';
