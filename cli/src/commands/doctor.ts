import { ApiError } from '@bitacora/core/client';
import type { Diagnosis, ServerStatus } from '@bitacora/core/contract/admin/admin-endpoints';
import { leastFree, type ServerConcern, serverConcerns } from '@bitacora/core/domain/admin/health';
import { calendarDate, daysBetween, localDay } from '@bitacora/core/domain/calendar';
import { providerTexts } from '@bitacora/core/messages/account/company-login';
import { mailServerTexts, withAnswer } from '@bitacora/core/messages/admin/server-status';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { nameCommand } from '@bitacora/core/messages/phrases';
import { type Exit, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type Dependencies } from '../command.ts';
import { readConfiguration } from '../configuration.ts';
import { chooseUrl } from '../connection.ts';
import { describeFailure } from '../failure.ts';
import { terminalDoctor as texts } from '../messages/doctor.ts';
import { exchange, explainSilence, readResponse, type ServerTarget } from '../transport.ts';

/** `isWell` is null if the check was not possible. */
export interface DoctorFinding {
  name: string;
  isWell: boolean | null;
  text: string;
}
export const findingMark = ({ isWell }: DoctorFinding): string => (isWell === null ? texts.unknown : isWell ? texts.well : texts.unwell);
const finding = (name: string, isWell: boolean | null, text: string): DoctorFinding => ({ name, isWell, text });

type Concerns = readonly ServerConcern[];
/** Makes a finding for each of `candidates` that the server has. */
const unwell = (name: string, concerns: Concerns, candidates: Concerns): DoctorFinding[] =>
  candidates.filter((concern) => concerns.includes(concern)).map((concern) => finding(name, false, texts.concern(concern)));

/** Fails if the server has the concern; `well` is the text without it. */
const judge = (name: string, concerns: Concerns, concern: ServerConcern, well: string): DoctorFinding =>
  concerns.includes(concern) ? finding(name, false, texts.concern(concern)) : finding(name, true, well);

/** With a larger difference, machine and server may have different days. */
const SKEW_MAX_S = 60;
/** Mail that waits longer has a problem. */
const LATE_MAX_MIN = 30;
const SOON_DAYS = 7;

type MailPart = Pick<Diagnosis, 'hasMailServer' | 'mailServerProblem' | 'mailServerAnswer'>;
function mailText({ hasMailServer, mailServerProblem, mailServerAnswer }: MailPart): string {
  if (!hasMailServer) return texts.mailAsFiles;
  return mailServerProblem ? withAnswer(mailServerTexts[mailServerProblem], mailServerAnswer) : texts.mailServer;
}

/** Empty if people log in with passwords alone. */
const providerFindings = ({ identityProvider: state }: Pick<Diagnosis, 'identityProvider'>): DoctorFinding[] =>
  state === 'off' ? [] : [finding('identityProvider', state === 'other' ? null : state === 'well', providerTexts[state])];

function reminderFinding({ remindersRunAt }: ServerStatus, concerns: Concerns, zone: string): DoctorFinding {
  if (!remindersRunAt) return finding('reminders', false, texts.remindersNeverRan);
  return judge('reminders', concerns, 'remindersMissed', texts.remindersRan(writtenInstant(remindersRunAt, zone)));
}

/** A missing backup is not a fault, because an administrator may use other tools than ours. */
function backupFinding({ backupAt }: ServerStatus, concerns: Concerns, zone: string): DoctorFinding {
  if (!backupAt) return finding('backup', null, texts.concern('backupNever'));
  return judge('backup', concerns, 'backupOld', texts.backedUp(writtenInstant(backupAt, zone)));
}

/** Empty if no backup was ever restored as a drill. */
function drillFindings(status: ServerStatus, concerns: Concerns, zone: string): DoctorFinding[] {
  const { restoreDrillAt: at, restoreDrillProblem: problem } = status;
  if (problem !== null) return [finding('drill', false, texts.drillFailed(problem))];
  return at ? [judge('drill', concerns, 'drillOld', texts.drilled(writtenInstant(at, zone)))] : [];
}

/** Empty if the company has no webhooks, or nothing of them needs anybody. */
function webhookFindings({ webhooksFailed }: ServerStatus, concerns: Concerns): DoctorFinding[] {
  const lost = webhooksFailed > 0 ? [finding('webhooks', null, texts.webhooksLost(webhooksFailed))] : [];
  return [...unwell('webhooks', concerns, ['webhookLate', 'webhookDisabled']), ...lost];
}

/** Empty if the server does not know its free space, because database and images are elsewhere. */
function spaceFindings(status: ServerStatus, concerns: Concerns): DoctorFinding[] {
  const free = leastFree({ store: status.storeFreeBytes, database: status.databaseFreeBytes });
  const scarce = unwell('room', concerns, ['databaseFull', 'storeFull', 'spaceLow']);
  if (scarce.length > 0) return scarce;
  return free === null ? [] : [finding('room', true, texts.room(free))];
}

/** Empty if reports have no read replica. */
function replicaFindings({ hasReportsReplica, reportsAsOf }: ServerStatus, zone: string): DoctorFinding[] {
  if (!hasReportsReplica) return [];
  return [
    finding('standby', reportsAsOf !== null, reportsAsOf ? texts.replica(writtenInstant(reportsAsOf, zone)) : texts.concern('replicaAway')),
  ];
}

/** What went wrong since the server's start may be over, so it fails no check. */
function runningFindings({ failedRequests, failedJobs, shedRequests, refusedPasswords, connectionsAwaited }: Diagnosis): DoctorFinding[] {
  const isIdle = shedRequests + refusedPasswords + connectionsAwaited === 0;
  return [
    finding('requests', failedRequests === 0 ? true : null, texts.failedRequests(failedRequests)),
    finding('jobs', failedJobs.length === 0 ? true : null, texts.failedJobs(failedJobs)),
    finding('load', isIdle ? true : null, texts.load({ shedRequests, refusedPasswords, connectionsAwaited })),
  ];
}

/** Empty where nobody is reached by chat or in a browser. */
function deviceFindings(status: ServerStatus, concerns: Concerns): DoctorFinding[] {
  const { chatPeople, chatWaiting, pushDevices, pushWaiting } = status;
  const isPushLate = concerns.includes('pushLate');
  const push = isPushLate ? texts.concern('pushLate') : texts.push(pushDevices, pushWaiting);
  return [
    ...(chatPeople > 0 ? [judge('chat', concerns, 'chatLate', texts.chat(chatPeople, chatWaiting))] : []),
    ...(pushDevices > 0 ? [finding('push', isPushLate ? false : null, push)] : []),
  ];
}

/** Times are in the business zone. */
function serverFindings([{ version, ...parts }, status]: [Diagnosis, ServerStatus], now: Date, zone: string): DoctorFinding[] {
  const concerns = serverConcerns(status);
  const waitedMin = parts.lateSince ? Math.round((now.getTime() - parts.lateSince.getTime()) / 60_000) : 0;
  return [
    judge('version', concerns, 'schemaBehind', texts.version(version)),
    ...unwell('demo', concerns, ['demoExposed']),
    finding('database', true, texts.database(parts.databaseVersion)),
    ...(parts.ownsTables ? [finding('role', null, texts.ownsTables)] : []),
    finding('store', parts.isStoreWritable, parts.isStoreWritable ? texts.storeWell : texts.storeUnwell),
    ...spaceFindings(status, concerns),
    ...unwell('serverClock', concerns, ['clockDoubtful', 'clockDiffers']),
    finding('mail', parts.isMailServerWell, mailText(parts)),
    ...providerFindings(parts),
    finding('waiting', waitedMin <= LATE_MAX_MIN, texts.waiting(parts.lateCount, waitedMin)),
    finding('failed', parts.failedCount === 0, texts.failed(parts.failedCount)),
    ...deviceFindings(status, concerns),
    ...runningFindings({ version, ...parts }),
    ...webhookFindings(status, concerns),
    ...(parts.unsearchableCount > 0 ? [finding('search', null, texts.unsearchable(parts.unsearchableCount))] : []),
    reminderFinding(status, concerns, zone),
    backupFinding(status, concerns, zone),
    ...drillFindings(status, concerns, zone),
    ...replicaFindings(status, zone),
    ...unwell('proxy', concerns, ['proxyUnknown']),
  ].map((entry) => ({ ...entry, text: nameCommand(entry.text, status.adminCommand) }));
}

async function tokenFinding({ settings, now }: Dependencies, zone: string): Promise<DoctorFinding> {
  const configuration = settings.token ? null : await readConfiguration(settings);
  if (!configuration) return finding('token', true, texts.tokenInEnvironment);
  const left = daysBetween(localDay(zone, now()), calendarDate(configuration.expiresOn));
  return finding('token', left > SOON_DAYS, texts.token(configuration.scope, left));
}

interface Inspection {
  findings: DoctorFinding[];
  exit: Exit;
}

/** Runs the checks that need a login; a failed login is a finding too. */
async function inspectLogin(call: Dependencies): Promise<Inspection> {
  try {
    const { client } = await call.connect();
    const [{ name }, { zone }] = await Promise.all([client.readOwnData(), client.readSession()]);
    const findings = [finding('login', true, texts.loggedIn(name)), await tokenFinding(call, zone)];
    const parts = await Promise.all([client.readDiagnosis(), client.readStatus()]).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'admin.forbidden') return null;
      throw error;
    });
    return {
      findings: [...findings, ...(parts ? serverFindings(parts, call.now(), zone) : [finding('parts', null, texts.notForYou)])],
      exit: exits.done,
    };
  } catch (error) {
    const { exit, message } = describeFailure(error, call.signal);
    if (error instanceof Stopped || error instanceof ApiError) return { findings: [finding('login', false, message)], exit };
    throw error;
  }
}

interface ServerProbe {
  /** The database is reachable and migrated. */
  isReady: boolean;
  /** Positive if the clock of the server is ahead of ours. */
  skewSeconds: number;
}

/** Needs no login. The server's clock comes in whole seconds, so half a second is added; it is compared with the middle of the exchange. */
async function probeServer(server: ServerTarget, now: () => Date): Promise<ServerProbe> {
  const start = now().getTime();
  const response = await explainSilence(server.url, exchange(server, { method: 'GET', path: '/readyz', effect: 'reads' }, {}));
  const end = now().getTime();
  await explainSilence(server.url, readResponse(response));
  const serverTime = Date.parse(response.headers.get('Date') ?? '');
  const ahead = Number.isNaN(serverTime) ? 0 : serverTime + 500 - (start + end) / 2;
  return { isReady: response.ok, skewSeconds: Math.round(ahead / 1000) };
}

/** Runs all checks of server and login. Throws `Stopped` without an answer of the server. */
export async function inspect(call: Dependencies): Promise<Inspection & { url: string }> {
  const configuration = await readConfiguration(call.settings, { mayBeReadByOthers: true }).catch(() => null);
  const url = chooseUrl(call.settings, configuration);
  const { isReady, skewSeconds } = await probeServer({ url, signal: call.signal }, call.now);
  const outside = [
    finding('server', isReady, isReady ? texts.ready(url) : texts.notReady(url)),
    finding('clock', Math.abs(skewSeconds) <= SKEW_MAX_S, texts.clock(skewSeconds)),
  ];
  const { findings, exit } = await inspectLogin(call);
  return { url, findings: [...outside, ...findings], exit };
}

/** The exit code is 1 if a check fails, 3 without an answer of the server, 4 without a login. */
export const doctor = command({
  name: 'doctor',
  summary: texts.summary,
  details: texts.details,
  async run(call) {
    const { url, findings, exit } = await inspect(call);
    const isWell = findings.every((entry) => entry.isWell !== false);
    return {
      kind: 'done',
      lines: findings.map((entry) => `${findingMark(entry)} ${entry.text}`),
      value: { url, isWell, findings },
      exit: exit === exits.done && !isWell ? exits.refused : exit,
    };
  },
});
