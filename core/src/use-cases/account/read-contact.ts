import type { OpenUseCase } from '../use-case.ts';

/** Where people ask for help: the configured address, else the first administrator's; empty where there is neither. */
export const readContactUrl: OpenUseCase<{ contactUrl: string | undefined }, string> = async ({ repos, input }) => {
  if (input.contactUrl) return input.contactUrl;
  const email = await repos.users.firstAdministratorEmail();
  return email ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : '';
};
