import { CLOCK_TOLERANCE_S, examine } from '@bitacora/core/domain/activities/history-proof';
import { contradictions } from '@bitacora/core/domain/activities/history-replay';
import { accountActs, compareAccounts } from '@bitacora/core/domain/admin/account-replay';
import { explains } from '@bitacora/core/domain/admin/health';
import type { BrokenSeal, Core, MisdatedRow, Repositories, Seal, StoredImage } from '@bitacora/core/server';
import { verification as texts } from '../messages/verification.ts';
import { hashStream } from '../storage/files.ts';
import { type ImageStore, thumbnailName } from '../storage/image-store.ts';
import { sortNames } from '../storage/open-store.ts';

const HOUR_MS = 3_600_000;
/** Rows that are unsealed after an hour are a fault, because sealing runs every minute. */
const UNSEALED_MAX_S = 3_600;

export interface CheckResult {
  name: keyof typeof texts.names;
  count: number;
  findings: string[];
  /** Known facts that are no fault. */
  notes?: string[];
}
export interface CheckedPlace {
  core: Core;
  /** All of them read one snapshot. */
  repos: Repositories;
  store: ImageStore;
}

export interface SealsRead {
  count: number;
  /** True where the expected seal is among them. */
  hasWritten: boolean;
  broken: BrokenSeal[];
  /** Ids of broken seals that name rows which did not exist when the seals were made. */
  bogus: Set<number>;
  /** Ids of bogus seals, and of those whose rows were sealed again. */
  steppedOver: Set<number>;
}

/** Computes every seal again. A broken seal is stepped over by a later one that holds; where that ends before it, the rows that it names never existed. */
export async function readSeals({ historySeals }: Repositories, expectedSeal?: string): Promise<SealsRead> {
  const read: SealsRead = { count: 0, hasWritten: false, broken: [], bogus: new Set(), steppedOver: new Set() };
  let firstTree: number | undefined;
  const stepOver = (seal: Seal) => {
    if (seal.form === 4) firstTree ??= seal.id;
    for (const { id, source, throughId } of read.broken) {
      // With the first tree all rows are sealed once more, which says nothing about earlier seals.
      if (id < (firstTree ?? 0) || source !== seal.source || throughId <= seal.afterId) continue;
      read.steppedOver.add(id);
      if (throughId > seal.throughId) read.bogus.add(id);
    }
  };
  for await (const { isWhole, ...seal } of historySeals.all()) {
    read.count++;
    if (expectedSeal && seal.seal.toString('hex') === expectedSeal) read.hasWritten = true;
    if (isWhole) stepOver(seal);
    else read.broken.push(seal);
  }
  const ids = new Set(read.broken.map(({ id }) => id));
  for (const { id } of await historySeals.bogus()) if (ids.has(id)) read.bogus.add(id);
  for (const id of await historySeals.namingLaterRows(read.broken)) read.bogus.add(id);
  for (const id of read.bogus) read.steppedOver.add(id);
  return read;
}

/** Compares the dates of rows with the database's clock and their seals. A recorded jump of the clock explains differences. */
async function checkDates({ audit, historyBaselines }: Repositories, baselineId: number | null, { steppedOver }: SealsRead) {
  const [findings, notes]: [string[], string[]] = [[], []];
  const jumps = await historyBaselines.jumps();
  const explained = new Map<(typeof jumps)[number], MisdatedRow[]>();
  for (const row of await audit.misdated(CLOCK_TOLERANCE_S, baselineId ?? Number.MAX_SAFE_INTEGER, [...steppedOver])) {
    const jump = jumps.find((candidate) => explains(candidate, row));
    if (jump) explained.set(jump, [...(explained.get(jump) ?? []), row]);
    else if (row.recordedAt === null && row.id <= (baselineId ?? row.id)) notes.push(texts.knownDate(row.id, row.at));
    else findings.push(texts.misdated(row));
  }
  for (const rows of explained.values()) {
    const times = rows.map(({ recordedAt }) => (recordedAt as Date).getTime());
    notes.push(texts.duringJump(rows.length, new Date(Math.min(...times)), new Date(Math.max(...times))));
  }
  return { findings, notes };
}

export async function checkHistories({ repos }: CheckedPlace, seals: SealsRead): Promise<CheckResult> {
  const { audit, historyBaselines } = repos;
  const complete = await historyBaselines.complete();
  const findings: string[] = [];
  const notes = [complete ? texts.baseline(complete.at, complete.facts.activities) : texts.noBaseline];
  let count = 0;
  for await (const life of audit.lives()) {
    count++;
    const { activity, history, baseline } = life;
    const { throughId = 0, facts } = baseline ?? {};
    const isKnown = facts?.state !== undefined;
    if (isKnown) notes.push(texts.known(activity.id, facts.known));
    const wrong = isKnown
      ? contradictions(
          activity,
          history.filter(({ id }) => id > throughId),
          facts.state,
        )
      : contradictions(activity, history);
    if (wrong.length > 0) findings.push(texts.contradicts(activity.id, wrong));
    const examined = examine(life, complete?.at ?? null);
    if (examined.differences.length > 0) findings.push(texts.differs(activity.id, examined.differences));
    if (examined.unproven.length > 0) findings.push(texts.unproven(activity.id, examined.unproven));
  }
  const dates = await checkDates(repos, complete?.throughId ?? null, seals);
  findings.push(...dates.findings);
  notes.push(...dates.notes);
  const loaded = await audit.loadedRows();
  if (loaded > 0) notes.push(texts.loaded(loaded));
  return { name: 'history', count, findings, notes };
}

/** `expectedSeal` comes from outside, such as the log. If it is missing, all seals were made anew. */
export async function checkSeals(
  { repos }: CheckedPlace,
  { count, hasWritten, broken, bogus }: SealsRead,
  expectedSeal?: string,
): Promise<CheckResult> {
  const findings = broken.map((seal) => (bogus.has(seal.id) ? texts.bogusSeal(seal) : texts.brokenSeal(seal)));
  if (expectedSeal !== undefined && !hasWritten) findings.push(texts.noSuchSeal(expectedSeal));
  const unsealed = await repos.historySeals.unsealed(UNSEALED_MAX_S);
  if (unsealed.overdue > 0) findings.push(texts.overdueSeal(unsealed.overdue));
  const waiting = unsealed.count - unsealed.overdue;
  const notes = (await repos.historyBaselines.redactions()).map(({ at, personId, rows, seals }) =>
    texts.redacted(at, personId, Object.values(rows).flat().length, Object.keys(seals).length),
  );
  if (waiting > 0) notes.push(texts.unsealed(waiting, unsealed.since as Date));
  return { name: 'seals', count, findings, notes };
}

async function hashImage(store: ImageStore, name: string): Promise<string | null> {
  const bytes = await store.open(name);
  return bytes && hashStream(bytes);
}

async function findFault(store: ImageStore, { id, sha256, mediaType }: StoredImage): Promise<string | null> {
  const sum = await hashImage(store, id);
  if (sum === null) return texts.missing(id, mediaType);
  if (sum !== sha256) return texts.altered(id, mediaType);
  return (await hashImage(store, thumbnailName(id))) === null ? texts.missing(thumbnailName(id), mediaType) : null;
}

export async function checkImages({ core, repos, store }: CheckedPlace): Promise<CheckResult> {
  const checked: CheckResult = { name: 'images', count: 0, findings: [] };
  for await (const image of repos.audit.storedImages()) {
    checked.count++;
    const fault = await findFault(store, image);
    // The image is read again, because a photo that changed since the snapshot has lost its file.
    if (fault && (await stillNamed(core, image.id))) checked.findings.push(fault);
  }
  for (const { id, fileId } of await repos.audit.wronglySharedImages()) checked.findings.push(texts.wronglyShared(id, fileId));
  return checked;
}

async function stillNamed(core: Core, id: string): Promise<boolean> {
  for await (const { named } of sortNames(core, [id])) if (named.length > 0) return true;
  return false;
}

/** Files that no row names are no fault, because the clean-up quarantines them. */
export async function countOrphans({ core, store }: CheckedPlace): Promise<number> {
  let orphans = 0;
  for await (const { unnamed } of sortNames(core, store.listOlderThan(HOUR_MS))) orphans += unnamed.length;
  return orphans;
}

export async function checkAccounts({ repos }: CheckedPlace): Promise<CheckResult> {
  const accounts = await repos.users.all();
  const isComplete = await repos.adminHistory.hasAct('system.noteAccounts');
  const differences = compareAccounts(accounts, await repos.adminHistory.readAboutPeople(accountActs), isComplete);
  const findings = differences.map(({ account, proven }) =>
    Object.keys(proven).length === 0 ? texts.unknownAccount(account) : texts.otherAccount(account, proven),
  );
  return { name: 'accounts', count: accounts.length, findings, notes: isComplete ? [] : [texts.accountsNotNoted] };
}

export async function checkReferences({ repos }: CheckedPlace): Promise<CheckResult> {
  const references = await repos.audit.references();
  const findings = references.filter(({ rows }) => rows > 0).map((dangling) => texts.dangling(dangling));
  return { name: 'references', count: references.length, findings };
}

export async function checkOutbox({ repos }: CheckedPlace): Promise<CheckResult> {
  const { rows, ...faults } = await repos.audit.outboxFaults();
  const positive = Object.entries(faults).filter(([, count]) => count > 0);
  return { name: 'outbox', count: rows, findings: positive.map(([fault, count]) => texts.outbox[fault as keyof typeof faults](count)) };
}
