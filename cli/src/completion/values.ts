import type { WholeClient } from '@bitacora/core/client/create-client';
import { isOpen, statuses } from '@bitacora/core/domain/activity/activity';
import { fullName } from '@bitacora/core/domain/people/person';
import { listProfiles, readKept, saveKept } from '../configuration.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Candidate } from './candidates.ts';

/** A person waits at the Tab key, so a slow server completes nothing. */
const ANSWER_MAX_MS = 2_000;
const KEPT_MS = 5 * 60_000;
const FOLIOS_MAX = 100;

type ValueKind = 'folios' | 'topics' | 'departments' | 'people' | 'absences';

/** The placeholders of the help whose values the server knows. */
const kinds: Readonly<Record<string, ValueKind>> = {
  folio: 'folios',
  folios: 'folios',
  tema: 'topics',
  departamento: 'departments',
  persona: 'people',
  ausencia: 'absences',
};

const readers: Readonly<Record<ValueKind, (client: WholeClient) => Promise<Candidate[]>>> = {
  async folios(client) {
    const reportStatuses = statuses.filter(isOpen);
    const [own, { rows }] = await Promise.all([
      client.listMyPending(),
      client.listAssignedByMe({ reportStatuses, page: 1, pageSize: FOLIOS_MAX }).catch(() => ({ rows: [] })),
    ]);
    const all = new Map([...own, ...rows].map(({ id, description }) => [id, description]));
    return [...all].map(([id, summary]) => ({ value: String(id), summary }));
  },
  topics: async (client) => (await client.listMyTopics()).map(({ name, department }) => ({ value: name, summary: department })),
  departments: async (client) => (await client.listDepartments()).map(({ department }) => ({ value: department })),
  people: async (client) => (await client.listUsers()).map((person) => ({ value: fullName(person), summary: person.position })),
  absences: async (client) => (await client.listAbsences()).map(({ id, name }) => ({ value: String(id), summary: name })),
};

interface KeptValues {
  readAt: number;
  values: Candidate[];
}

/**
 * The values of a placeholder, kept for five minutes beside the login. It never fails and never asks, because the shell waits for it.
 * Those of BITACORA_TOKEN are not kept, because that token has no profile.
 */
export async function readValues(
  placeholder: string,
  call: Pick<Dependencies, 'settings' | 'connect' | 'now'>,
): Promise<readonly Candidate[]> {
  const { settings, connect, now } = call;
  if (placeholder === 'perfil') return (await listProfiles(settings.folder)).map((value) => ({ value }));
  const kind = kinds[placeholder];
  if (!kind) return [];
  const at = now().getTime();
  try {
    const stored = settings.token ? {} : ((await readKept(settings, 'valores')) as Partial<Record<ValueKind, KeptValues>>);
    const latest = stored[kind];
    if (latest && at - latest.readAt >= 0 && at - latest.readAt < KEPT_MS) return latest.values;
    const { client } = await connect(settings, AbortSignal.timeout(ANSWER_MAX_MS));
    const values = await readers[kind](client);
    if (!settings.token) await saveKept(settings, 'valores', { ...stored, [kind]: { readAt: at, values } });
    return values;
  } catch {
    return [];
  }
}
