import { linesThat, type Source } from './repository.ts';

const ODD = /\b(objetive_project|activitie_id|num_employe|motive_extension)\b/;
/** The contract, recorded JSON, tests, loads that use no client of ours, and documents may use these names. */
const ALLOWED = /^core\/src\/contract\/|^api\/src\/openapi\/examples\.json$|(^|\/)test\/|^tools\/(checks|bench|load)\/|\.md$/;

/** It matches a row of the contract that renames a field: `dueOn: ['due_date', day]`. */
const RENAMED = /\b(\w+): \['(\w+)',/g;
/** It matches a row that renames a value: `'Not started': 'not_started'`; the right side is ours. */
const RENAMED_VALUE = /^ +['\w ]+: '(\w+)',$/gm;

/** Finds every wire name in the contract that differs from our name and is not our name for another field. */
function findRenamedFields(sources: readonly Source[]): string[] {
  const contract = sources.filter(({ path }) => path.startsWith('core/src/contract/'));
  const rows = contract.flatMap(({ text }) => [...text.matchAll(RENAMED)]);
  const values = contract.flatMap(({ text }) => [...text.matchAll(RENAMED_VALUE)]);
  const ours = new Set([...rows, ...values].map(([, name]) => name));
  return [...new Set(rows.map(([, , wireName = '']) => wireName))].filter((name) => !ours.has(name));
}

/** The wire's odd names stay in the contract, and use cases hold none of its names as a text. */
export function wireNames(sources: readonly Source[]): string[] {
  const elsewhere = sources.filter(({ path }) => !ALLOWED.test(path));
  const useCases = sources.filter(({ path }) => path.startsWith('core/src/use-cases/'));
  const names = findRenamedFields(sources);
  // An ordinary word such as 'actor' has other meanings in a use case, so that it counts only as the name of a refused field.
  const asText = new RegExp(`invalid\\('(${names.join('|')})'|'(${names.filter((name) => name.includes('_')).join('|')})'`);
  return [
    ...linesThat(ODD, elsewhere, 'nombre del contrato fuera de core/src/contract'),
    ...(names.length > 0 ? linesThat(asText, useCases, 'nombre del contrato en un caso de uso') : []),
  ];
}
