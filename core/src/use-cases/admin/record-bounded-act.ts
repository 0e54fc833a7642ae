import type { Context } from '../use-case.ts';
import { type AdminActFacts, type AdminContext, recordAdminAct } from './record-admin-act.ts';

const HOUR = 3_600;
const TEN_MINUTES = 600;
/** Rows an hour for one person's logins, and for failures of one account from one network. */
const ROWS_EACH = 20;
const FAILURES_EACH = 5;
/** Failures in ten minutes that one network may add to those of everybody. */
const FAILURES_OF_NETWORK = 20;
/** Rows in ten minutes for the failures of everybody: 14,400 a day at most. */
const FAILURES_OF_ALL = 100;

type BoundedActContext = AdminContext & Pick<Context<unknown, unknown>, 'now'>;

/** The first ones, and then the 10th, 100th and so on: a flood adds a few rows instead of a million. */
const hasRow = (count: number, each: number) => count <= each || /^10+$/.test(String(count));

/** Beyond a limit the first one and each tenth power have a row that says how many there were. */
const isCounted = (count: number, limit: number) => count === limit + 1 || hasRow(count, 0);

/** Records an act that somebody may repeat without end; the row of a repetition says how many there were within the hour. */
export async function recordBoundedAct(context: BoundedActContext, facts: AdminActFacts): Promise<void> {
  const { repos, now } = context;
  const times = await repos.eventCounters.count('audit', [facts.act, facts.subject.id ?? ''], HOUR, now);
  if (!hasRow(times, ROWS_EACH)) return;
  const after = times > ROWS_EACH ? { ...facts.after, times } : facts.after;
  await recordAdminAct(context, { ...facts, after: after ?? null });
}

/**
 * Records a failure that a stranger may cause without end: the first of one account and network within an hour, then each tenth power.
 * Beyond a number for one network, and then for everybody, only the number itself is recorded. `account` is what was typed, so that an
 * account that exists is counted like one that does not. The time it takes reveals nothing about either.
 */
export async function recordFailedAct(
  context: BoundedActContext,
  failed: AdminActFacts & { account: string; network: string },
): Promise<void> {
  const { repos, now } = context;
  const { account, network, ...facts } = failed;
  const ofNetwork = await repos.eventCounters.count('audit', [facts.act, network], TEN_MINUTES, now);
  const isBeyond = ofNetwork > FAILURES_OF_NETWORK;
  if (isBeyond && !isCounted(ofNetwork, FAILURES_OF_NETWORK)) return;
  const ofAll = await repos.eventCounters.count('audit', [facts.act], TEN_MINUTES, now);
  if (ofAll > FAILURES_OF_ALL) {
    if (isCounted(ofAll, FAILURES_OF_ALL)) await recordAdminAct(context, { act: facts.act, subject: { kind: 'system' }, after: { ofAll } });
    return;
  }
  if (isBeyond) return recordAdminAct(context, { act: facts.act, subject: { kind: 'system' }, after: { ofNetwork } });
  const times = await repos.eventCounters.count('audit', [facts.act, account, network], HOUR, now);
  if (hasRow(times, FAILURES_EACH)) await recordAdminAct(context, { ...facts, after: { ...facts.after, times } });
}
