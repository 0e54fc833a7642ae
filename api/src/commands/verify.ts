import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { findSealHeads, headLine, type WitnessKind, witnessKinds } from '@bitacora/core/domain/activities/history-proof';
import { addDays, type CalendarDate, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { type Repositories, readSnapshot, type Witness } from '@bitacora/core/server';
import { exits } from '@bitacora/core/terminal/terminal';
import { BadStamp, checkTimeStamp, type TimeStamp } from '../jobs/time-stamp.ts';
import { verification as texts } from '../messages/verification.ts';
import { openStore } from '../storage/open-store.ts';
import {
  type CheckedPlace,
  type CheckResult,
  checkAccounts,
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

/** Days that a mail or a time stamp may take. Afterwards its day has no witness. */
const PENDING_DAYS = 2;
/** Days for which a time stamp is tried. A later one was made for a remade chain. */
const LATE_DAYS = 8;

interface WitnessEvidence {
  /** Sources of received mails; undefined where none were given. */
  mails: readonly string[] | undefined;
  trusted: string | undefined;
}

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
    return daysBetween(day, localDay(zone, stamp.at)) > LATE_DAYS ? texts.lateStamp(day, stamp.at) : null;
  } catch (error) {
    if (error instanceof BadStamp) return texts.badStamp(day, error.message);
    throw error;
  }
}

/** Notes since when and where the day's seal is sent outside. */
async function noteTerms(kind: WitnessKind, { sealWitnesses }: Repositories, notes: string[]): Promise<void> {
  const terms = await sealWitnesses.terms();
  for (const [index, { at, facts }] of terms.entries()) {
    const address = facts[kind];
    if (address !== (terms[index - 1]?.facts[kind] ?? null)) notes.push(address ? texts.since[kind](at, address) : texts.until[kind](at));
  }
}

function listSigners(stamps: readonly TimeStamp[]): string[] {
  const bySigner = Map.groupBy(stamps, ({ fingerprint }) => fingerprint);
  return [...bySigner.values()].map((own) => texts.stampedBy(own.length, own[0]?.signer ?? '', own[0]?.fingerprint ?? ''));
}

async function checkMails(repos: Repositories, mails: readonly string[], findings: string[], notes: string[]): Promise<number> {
  const heads = new Map(mails.flatMap(findSealHeads).map((head) => [headLine(head), head]));
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
  /** The witness names a seal of the present chain, and the seal holds. */
  isOfChain: boolean;
  /** The witness left the server, and proves the chain up to its seal. */
  isGood: boolean;
}

/**
 * Finds the later witness that covers a day whose seal did not get out, because the chain is cumulative. A day without a planned witness
 * is not covered, because who remade the chain may have removed it.
 */
const findCoveringDay = (verdicts: readonly WitnessVerdict[], { witness, isOfChain }: WitnessVerdict): CalendarDate | undefined =>
  isOfChain
    ? verdicts.find((later) => later.isGood && later.witness.day > witness.day && later.witness.sealId >= witness.sealId)?.witness.day
    : undefined;

function checkDays(kind: WitnessKind, days: readonly CalendarDate[], verdicts: readonly WitnessVerdict[], pendingFrom: CalendarDate) {
  const [findings, notes]: [string[], string[]] = [[], []];
  const verdictByDay = new Map(verdicts.map((verdict) => [verdict.witness.day, verdict]));
  for (const day of days) {
    const verdict = verdictByDay.get(day);
    if (verdict?.witness.doneAt && (kind === 'mail' || verdict.witness.token)) continue;
    const coveringDay = verdict && findCoveringDay(verdicts, verdict);
    if (coveringDay) notes.push(texts.coveredWitness[kind](day, coveringDay));
    else if (verdict && day >= pendingFrom) notes.push(texts.pending[kind](day, verdict.witness.lastError));
    else findings.push(texts.missingWitness[kind](day));
  }
  return { findings, notes };
}

/** Compares what left the database with the chain in it, because who remakes the chain cannot remake its time stamps and received mails. */
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
  const pendingFrom = addDays(localDay(core.zone, core.clock()), -PENDING_DAYS);
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

async function readMails(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [await readFile(place, 'utf8')];
  const names = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  return Promise.all(names.map((name) => readFile(path.join(place, name), 'utf8')));
}

/** Checks one snapshot of everything and changes nothing. It works while Bitácora runs. Exits with 1 when it finds a fault. */
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
        for (const check of [checkAccounts, checkImages, checkReferences, checkOutbox]) checked.push(await check(place));
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
