import { activityParts } from '../../domain/activities/activity.ts';
import type { Actor } from '../../domain/people/person.ts';
import type { Witness } from '../../persistence/admin/history-proof.ts';
import type { ProvenRow, Trees } from '../../persistence/admin/history-seals.ts';
import type { Context } from '../use-case.ts';
import { readActivity } from './read-activity.ts';

interface RecordRequest {
  activityId: number;
  /** Kept by who reads many records. */
  trees?: Trees;
}

/** Reads one activity for its reader, with its parts, and how its history is sealed. */
export async function readRecord(context: Context<RecordRequest, Actor>) {
  const { repos, input } = context;
  const { activityId, trees } = input;
  const activity = await readActivity({ ...context, input: { activityId, include: activityParts } });
  const rows: ProvenRow[] = await repos.historySeals.prover(trees)(activityId);
  const last = rows.findLast(({ state }) => state === 'sealed')?.link;
  const sent: Witness[] = last ? await repos.sealWitnesses.sentSince(last.number) : [];
  const terms = (await repos.sealWitnesses.terms()).at(-1)?.facts;
  return {
    activity,
    rows,
    /** The first time stamp over the last seal. */
    stamp: sent.find(({ token }) => token !== null) ?? null,
    /** The company asks an authority to stamp a seal of each day. */
    isStamped: Boolean(terms?.stamp),
  };
}
export type ActivityRecord = Awaited<ReturnType<typeof readRecord>>;

/** A busy company makes over 100,000 seals a year, so they are read in parts. */
const LINKS_AT_ONCE = 5_000;

interface SealRange {
  from: number;
  through: number;
}

/** Reads the seals of a range and on to the next one that left the server, and what left it meanwhile. */
export async function readSealChain({ repos, input: { from, through } }: Context<SealRange, Actor>) {
  const sent = await repos.sealWitnesses.sentSince(from);
  const end = sent.find(({ sealId }) => sealId >= through)?.sealId ?? through;
  const first = await repos.historySeals.links(from, end, LINKS_AT_ONCE);
  async function* readLinks() {
    for (let { links } = first; links.length > 0; ) {
      yield* links;
      const next = (links.at(-1)?.number ?? end) + 1;
      ({ links } = await repos.historySeals.links(next, end, LINKS_AT_ONCE));
    }
  }
  return { before: first.before, links: readLinks(), witnesses: sent.filter(({ sealId }) => sealId <= end) };
}
