import type { Account } from '../persistence/users.ts';
import type { UseCase } from './use-case.ts';

/** Everybody with an account, by name. */
export const listUsers: UseCase<unknown, Account[]> = ({ repos }) => repos.users.all();
