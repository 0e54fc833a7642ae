import { StartProblem } from '@bitacora/core/embedded-postgres/start-problem';

/** Throws what keeps us from the database of that address, as a `StartProblem`; `setting` is where the address stands. */
export function explainDatabaseProblem(error: Error & { code?: string }, url: string, setting = 'DATABASE_URL'): never {
  if (error instanceof StartProblem) throw error;
  const { host, pathname } = new URL(url);
  throw new StartProblem(
    `No se pudo abrir la base de datos de ${setting} (${host}${pathname}): ${error.message || error.code}. Revisa la dirección, el usuario y que PostgreSQL esté en marcha.`,
  );
}
