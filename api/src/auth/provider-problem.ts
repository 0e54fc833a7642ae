import type { CompanyLoginProblem } from '@bitacora/core/domain/people/account';

/** Why the provider could not be asked, or what it answered that cannot be accepted. `detail` is for the log and holds no secret. */
export class ProviderProblem extends Error {
  readonly problem: CompanyLoginProblem;
  constructor(problem: CompanyLoginProblem, detail: string) {
    super(detail);
    this.name = 'ProviderProblem';
    this.problem = problem;
  }
}
