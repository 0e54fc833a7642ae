import { addDays, type CalendarDate, dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { headLine, headsIn, type WitnessKind, witnessKinds } from '@bitacora/core/domain/seal-head';
import { verification as texts } from '@bitacora/core/messages/verification';
import type { Repositories, Witness } from '@bitacora/core/server';
import { BadStamp, checkStamp, type TimeStamp } from '../witness/time-stamp.ts';
import type { Checked, Place } from './checks.ts';

/** So long a mail or a time stamp may be on its way; afterwards its day has no witness. */
const PENDING_DAYS = 2;
/** A time stamp is tried for so long; one that is later still was made for a chain that was remade. */
const LATE_DAYS = 8;

interface Evidence {
  /** Sources of received mails; undefined where none were given. */
  mails: readonly string[] | undefined;
  /** PEM of the authority's certificates. */
  trusted: string | undefined;
}

/** The line of a seal as the database has it now; undefined where there is no such seal. */
async function lineOf({ sealWitnesses }: Repositories, number: number): Promise<string | undefined> {
  const head = await sealWitnesses.head(number);
  return head && headLine(head);
}

async function stampFault(
  witness: Witness,
  { zone }: Place['core'],
  trusted: string | undefined,
  seen: TimeStamp[],
): Promise<string | null> {
  const { day, head, token } = witness;
  try {
    const stamp = await checkStamp(token as Buffer, { data: Buffer.from(`${head}\n`), ...(trusted === undefined ? {} : { trusted }) });
    seen.push(stamp);
    return daysBetween(day, dayIn(zone, stamp.at)) > LATE_DAYS ? texts.lateStamp(day, stamp.at) : null;
  } catch (error) {
    if (error instanceof BadStamp) return texts.badStamp(day, error.message);
    throw error;
  }
}

/** The days that were to have a witness of that kind, by the notes that are sealed with the history. */
async function daysOf(kind: WitnessKind, { sealWitnesses }: Repositories, notes: string[]): Promise<CalendarDate[]> {
  const terms = await sealWitnesses.terms();
  const days: CalendarDate[] = [];
  for (const [place, { at, facts }] of terms.entries()) {
    const where = facts[kind];
    const before = terms[place - 1]?.facts[kind] ?? null;
    if (where) days.push(...(await sealWitnesses.sealedDays(at, terms[place + 1]?.at ?? null)));
    if (where !== before) notes.push(where ? texts.since[kind](at, where) : texts.until[kind](at));
  }
  return [...new Set(days)];
}

function signersOf(stamps: readonly TimeStamp[]): string[] {
  const bySigner = Map.groupBy(stamps, ({ fingerprint }) => fingerprint);
  return [...bySigner.values()].map((own) => texts.stampedBy(own.length, own[0]?.signer ?? '', own[0]?.fingerprint ?? ''));
}

/** Compares what the received mails say with the chain as it is. */
async function checkMails(repos: Repositories, mails: readonly string[], findings: string[], notes: string[]): Promise<number> {
  const heads = new Map(mails.flatMap(headsIn).map((head) => [headLine(head), head]));
  if (heads.size === 0) findings.push(texts.noHeads);
  let right = 0;
  for (const [line, { installation, number }] of heads) {
    const own = await repos.sealWitnesses.head(number);
    if (own && own.installation !== installation) findings.push(texts.otherInstallation(number));
    else if (!own || headLine(own) !== line) findings.push(texts.mailedOther(number));
    else right++;
  }
  if (right > 0) notes.push(texts.mailedHeads(right));
  return heads.size;
}

/** What left the database against what is in it: who remakes the chain cannot remake its time stamps, nor the mails that were received. */
export async function checkWitnesses({ core, repos }: Place, { mails, trusted }: Evidence): Promise<Checked> {
  const findings: string[] = [];
  const notes: string[] = [];
  const stamps: TimeStamp[] = [];
  const witnesses = await repos.sealWitnesses.all();
  for (const witness of witnesses) {
    const isRemade = (await lineOf(repos, witness.sealId)) !== witness.head;
    if (isRemade) findings.push(texts.remade(witness.day, witness.sealId));
    const fault = witness.token && (await stampFault(witness, core, trusted, stamps));
    if (fault) findings.push(fault);
  }
  const pendingFrom = addDays(dayIn(core.zone, core.clock()), -PENDING_DAYS);
  for (const kind of witnessKinds) {
    const own = new Map(witnesses.filter((witness) => witness.kind === kind).map((witness) => [witness.day, witness]));
    for (const day of await daysOf(kind, repos, notes)) {
      const witness = own.get(day);
      const isDone = witness?.doneAt && (kind === 'mail' || witness.token);
      if (isDone) continue;
      if (witness && day >= pendingFrom) notes.push(texts.pending[kind](day, witness.lastError));
      else findings.push(texts.missingWitness[kind](day));
    }
  }
  const mailed = mails ? await checkMails(repos, mails, findings, notes) : 0;
  if (notes.length === 0 && witnesses.length === 0) notes.push(texts.noWitness);
  return { name: 'witnesses', count: witnesses.length + mailed, findings, notes: [...notes, ...signersOf(stamps)] };
}
