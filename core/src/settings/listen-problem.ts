import { StartProblem } from '../embedded-postgres/start-problem.ts';

/** Why nobody can listen there, as a `StartProblem` where the person who starts it can put it right; `name` is the setting of the port. */
export function listenProblem(error: NodeJS.ErrnoException, { host, port, name }: { host: string; port: number; name: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(
        `El puerto ${port} ya está ocupado por otro programa. Detenlo, o elige otro con ${name} (por ejemplo, ${name}=${port + 1} npm start).`,
      );
    case 'EACCES':
      return new StartProblem(`No tienes permiso de usar el puerto ${port}. Elige en ${name} uno mayor que 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(`Este equipo no tiene la dirección «${host}». Corrige HOST.`);
    default:
      return error;
  }
}
