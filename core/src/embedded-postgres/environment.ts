/** PostgreSQL gets no settings of ours: `PG*` variables would change it, and its environment can be read by its user. */
export const environment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { LC_ALL: 'C', TZ: 'UTC', SystemRoot: 'C:\\Windows' }
    : { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };
