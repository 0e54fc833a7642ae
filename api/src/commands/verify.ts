import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { headLine, headsIn, type WitnessKind, witnessKinds } from '@bitacora/core/domain/activities/history-proof';
import { addDays, type CalendarDate, dayIn, daysBetween } from '@bitacora/core/domain/calendar';
import { type Repositories, readSnapshot, type Witness } from '@bitacora/core/server';
import { exits } from '@bitacora/core/terminal/terminal';
import { BadStamp, checkTimeStamp, type TimeStamp } from '../jobs/time-stamp.ts';
import { verification as texts } from '../messages/verification.ts';
import { openStore } from '../storage/open-store.ts';
import {
  type CheckedPlace,
  type CheckResult,
  checkHistories,
  checkImages,
  checkOutbox,
  checkReferences,
  checkSeals,
  countOrphans,
  readSeals,
  type SealsRead,
} from './checks.ts';
import { type AdminCommand, onDatabase, text } from './command.ts';

/** So long a mail or a time stamp may be on its way; afterwards its day has no witness. */
const PENDING_DAYS = 2;
/** A time stamp is tried for so long; one that is later still was made for a chain that was remade. */
const LATE_DAYS = 8;

interface WitnessEvidence {
  /** Sources of received mails; undefined where none were given. */
  mails: readonly string[] | undefined;
  /** PEM of the authority's certificates. */
  trusted: string | undefined;
}

/** The line of a seal as the database has it now; undefined where the seal does not exist. */
async function readSealLine({ sealWitnesses }: Repositories, number: number): Promise<string | undefined> {
  const head = await sealWitnesses.head(number);
  return head && headLine(head);
}

async function stampFault(
  witness: Witness,
  { zone }: CheckedPlace['core'],
  trusted: string | undefined,
  stamps: TimeStamp[],
): Promise<string | null> {
  const { day, head, token } = witness;
  try {
    const stamp = await checkTimeStamp(token as Buffer, { data: Buffer.from(`${head}\n`), ...(trusted === undefined ? {} : { trusted }) });
    stamps.push(stamp);
    return daysBetween(day, dayIn(zone, stamp.at)) > LATE_DAYS ? texts.lateStamp(day, stamp.at) : null;
  } catch (error) {
    if (error instanceof BadStamp) return texts.badStamp(day, error.message);
    throw error;
  }
}

/** Since when the day's seal goes outside, and where. */
async function noteTerms(kind: WitnessKind, { sealWitnesses }: Repositories, notes: string[]): Promise<void> {
  const terms = await sealWitnesses.terms();
  for (const [place, { at, facts }] of terms.entries()) {
    const where = facts[kind];
    if (where !== (terms[place - 1]?.facts[kind] ?? null)) notes.push(where ? texts.since[kind](at, where) : texts.until[kind](at));
  }
}

function listSigners(stamps: readonly TimeStamp[]): string[] {
  const bySigner = Map.groupBy(stamps, ({ fingerprint }) => fingerprint);
  return [...bySigner.values()].map((own) => texts.stampedBy(own.length, own[0]?.signer ?? '', own[0]?.fingerprint ?? ''));
}

/** Compares what the received mails say with the chain as it is. */
async function checkMails(repos: Repositories, mails: readonly string[], findings: string[], notes: string[]): Promise<number> {
  const heads = new Map(mails.flatMap(headsIn).map((head) => [headLine(head), head]));
  if (heads.size === 0) findings.push(texts.noHeads);
  const installationId = await repos.installation.knownDatabaseId();
  const newest = (await repos.historySeals.last())?.id ?? 0;
  let [right, beyond] = [0, 0];
  for (const [line, { installation, number }] of heads) {
    if (installationId !== null && installation !== installationId) findings.push(texts.otherInstallation(number));
    else if (number > newest) beyond = Math.max(beyond, number);
    else if ((await readSealLine(repos, number)) === line) right++;
    else findings.push(texts.mailedOther(number));
  }
  if (beyond > 0) findings.push(texts.olderThanMail(newest + 1, beyond));
  if (right > 0) notes.push(texts.mailedHeads(right));
  return heads.size;
}

interface WitnessVerdict {
  witness: Witness;
  /** Its line is that of the seal as the chain is now, and the seal holds. */
  isOfChain: boolean;
  /** It got out, and proves all that the chain was then. */
  isGood: boolean;
}

/**
 * A day whose seal did not get out is covered by a later one of the same kind, because the chain is cumulative. A day of which nothing
 * was ever planned is not: who remade the chain may have removed its witness.
 */
const coveredBy = (verdicts: readonly WitnessVerdict[], { witness, isOfChain }: WitnessVerdict): CalendarDate | undefined =>
  isOfChain
    ? verdicts.find((later) => later.isGood && later.witness.day > witness.day && later.witness.sealId >= witness.sealId)?.witness.day
    : undefined;

function checkDays(kind: WitnessKind, days: readonly CalendarDate[], verdicts: readonly WitnessVerdict[], pendingFrom: CalendarDate) {
  const [findings, notes]: [string[], string[]] = [[], []];
  const own = new Map(verdicts.map((one) => [one.witness.day, one]));
  for (const day of days) {
    const one = own.get(day);
    if (one?.witness.doneAt && (kind === 'mail' || one.witness.token)) continue;
    const covering = one && coveredBy(verdicts, one);
    if (covering) notes.push(texts.coveredWitness[kind](day, covering));
    else if (one && day >= pendingFrom) notes.push(texts.pending[kind](day, one.witness.lastError));
    else findings.push(texts.missingWitness[kind](day));
  }
  return { findings, notes };
}

/** What left the database against what is in it: who remakes the chain cannot remake its time stamps, nor the mails that were received. */
async function checkWitnesses(
  { core, repos }: CheckedPlace,
  { broken }: SealsRead,
  { mails, trusted }: WitnessEvidence,
): Promise<CheckResult> {
  const findings: string[] = [];
  const notes: string[] = [];
  const stamps: TimeStamp[] = [];
  const verdicts: WitnessVerdict[] = [];
  const brokenIds = new Set(broken.map(({ id }) => id));
  for (const witness of await repos.sealWitnesses.all()) {
    const isRemade = (await readSealLine(repos, witness.sealId)) !== witness.head;
    if (isRemade) findings.push(texts.remade(witness.day, witness.sealId));
    const fault = witness.token && (await stampFault(witness, core, trusted, stamps));
    if (fault) findings.push(fault);
    const isOfChain = !isRemade && !brokenIds.has(witness.sealId);
    const isOut = witness.doneAt !== null && (witness.kind === 'mail' || witness.token !== null);
    verdicts.push({ witness, isOfChain, isGood: isOfChain && isOut && !fault });
  }
  const pendingFrom = addDays(dayIn(core.zone, core.clock()), -PENDING_DAYS);
  for (const kind of witnessKinds) {
    await noteTerms(kind, repos, notes);
    const own = verdicts.filter(({ witness }) => witness.kind === kind);
    const days = checkDays(kind, await repos.sealWitnesses.witnessDays(kind), own, pendingFrom);
    findings.push(...days.findings);
    notes.push(...days.notes);
  }
  const mailed = mails ? await checkMails(repos, mails, findings, notes) : 0;
  if (notes.length === 0 && verdicts.length === 0) notes.push(texts.noWitness);
  return { name: 'witnesses', count: verdicts.length + mailed, findings, notes: [...notes, ...listSigners(stamps)] };
}

const MAX_FINDINGS = 20;

function formatCheck({ name, count, findings, notes = [] }: CheckResult): string[] {
  const summary = `${texts.names[name].padEnd(12)} ${String(count).padStart(9)}   ${texts.state(findings.length)}`;
  const limitSentences = (sentences: readonly string[]) => [
    ...sentences.slice(0, MAX_FINDINGS).map((sentence) => `  ${sentence}`),
    ...(sentences.length > MAX_FINDINGS ? [`  ${texts.more(sentences.length - MAX_FINDINGS)}`] : []),
  ];
  return [summary, ...limitSentences(findings), ...limitSentences(notes)];
}

/** The sources of the mails in a file, or in every file of a folder. */
async function readMails(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [await readFile(place, 'utf8')];
  const names = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.map((name) => readFile(path.join(place, name), 'utf8')));
}

/** Checks everything as it was at one moment, and changes nothing; works while Bitácora runs. Exit 1 when something is not well. */
export const verify: AdminCommand = {
  options: { seal: text, witness: text, 'tsa-ca': text },
  run: (call) =>
    onDatabase(call, { schema: 'own' }, async (core) => {
      const store = await openStore(call.settings);
      const checked: CheckResult[] = [];
      const { seal, witness, 'tsa-ca': ca } = call.typed;
      const mails = typeof witness === 'string' ? await readMails(call.place(witness)) : undefined;
      const trusted = typeof ca === 'string' ? await readFile(call.place(ca), 'utf8') : undefined;
      const orphans = await readSnapshot(core.db, core.zone, async (repos) => {
        const place = { core, repos, store };
        const expectedSeal = typeof seal === 'string' ? seal.toLowerCase() : undefined;
        const seals = await readSeals(repos, expectedSeal);
        checked.push(await checkHistories(place, seals));
        for (const check of [checkImages, checkReferences, checkOutbox]) checked.push(await check(place));
        checked.push(await checkSeals(place, seals, expectedSeal));
        checked.push(await checkWitnesses(place, seals, { mails, trusted }));
        return countOrphans(place);
      });
      const isWell = checked.every(({ findings }) => findings.length === 0);
      return {
        lines: [...checked.flatMap(formatCheck), ...(orphans > 0 ? [texts.orphans(orphans)] : [])],
        value: { isWell, checked, orphans },
        exit: isWell ? exits.done : exits.refused,
      };
    }),
};
