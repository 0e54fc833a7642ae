import { linesThat, type Source } from './repository.ts';

const ODD = /\b(objetive_project|activitie_id|num_employe|motive_extension)\b/;
/** The contract itself, golden JSON in tests, loads that weigh no client of ours, and what speaks about the wire without speaking it. */
const ALLOWED = /^core\/src\/contract\/|(^|\/)test\/|^tools\/(checks|bench|load)\/|\.md$/;

/** The wire's odd names stay in the contract: everything else speaks ours. */
export function wireNames(sources: Source[]): string[] {
  const elsewhere = sources.filter(({ path }) => !ALLOWED.test(path));
  return linesThat(ODD, elsewhere, 'nombre del contrato fuera de core/src/contract');
}
