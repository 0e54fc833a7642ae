import { StartProblem } from '../embedded-postgres/start-problem.ts';
import { settingProblems as problems } from '../messages/settings.ts';

/** Why nobody can listen there, as a `StartProblem` where the person who starts it can put it right; `name` is the setting of the port. */
export function listenProblem(error: NodeJS.ErrnoException, { host, port, name }: { host: string; port: number; name: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartProblem(problems.portInUse(port, name));
    case 'EACCES':
      return new StartProblem(problems.portDenied(port, name));
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(problems.noHost(host));
    default:
      return error;
  }
}
