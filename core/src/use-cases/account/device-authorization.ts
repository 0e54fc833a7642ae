import { DEVICE_CODE_MS, DEVICE_SESSION_MS, type DeviceGrant, secondsToNextPoll, usualExpiry } from '../../domain/account/account.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Actor, Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { terminal } from '../../messages/terminal.ts';
import type { DeviceAuthorization } from '../../persistence/account/one-time-tokens.ts';
import { hashSecret, newSecret, newUserCode, plainCode } from '../../secrets/secrets.ts';
import { personSubject, recordAdminAct, recordBoundedAct } from '../record-admin-act.ts';
import type { Context, OpenContext, OpenUseCase, UseCase } from '../use-case.ts';
import { holdAccess } from './lock-account.ts';
import { createToken } from './personal-tokens.ts';

/** The hash has a key, because a fast hash of eight letters can be guessed by somebody who reads the table. */
const userCodeHash = ({ resetToken }: Pick<OpenContext, 'resetToken'>, typed: string): Buffer =>
  hashSecret(resetToken(`user-code:${plainCode(typed)}`));

interface DeviceRequest {
  machine: string;
  grant: DeviceGrant;
}
interface DeviceCodes {
  deviceCode: string;
  userCode: string;
  expiresAt: Date;
}

/**
 * Begins a login of a terminal: it keeps the device code and shows the user code, which a person types in the browser. A session is for the
 * owner of the token that asks, because nobody else should be led to give one.
 */
export const beginDeviceAuthorization: OpenUseCase<DeviceRequest, DeviceCodes> = async (context) => {
  const { repos, actor, address, input, now } = context;
  const { machine, grant } = input;
  const owner = actor?.channel === 'terminal' ? actor : null;
  if (grant === 'session' && !owner) throw new Refused({ code: 'token.required' });
  const deviceCode = newSecret();
  const userCode = newUserCode();
  const expiresAt = new Date(now.getTime() + DEVICE_CODE_MS);
  await repos.deviceAuthorizations.add({
    deviceCodeHash: hashSecret(deviceCode),
    userCodeHash: userCodeHash(context, userCode),
    machine,
    deviceGrant: grant,
    requestedById: grant === 'session' ? (owner?.id ?? null) : null,
    address,
    requestedAt: now,
    expiresAt,
  });
  return { deviceCode, userCode, expiresAt };
};

type PendingRequest = DeviceRequest & Pick<DeviceAuthorization, 'address' | 'requestedAt' | 'expiresAt'> & { isSameAddress: boolean };

/** Reads which terminal shows the code, and from where, because the person is asked before they answer. */
export const readDeviceAuthorization: UseCase<{ userCode: string }, PendingRequest> = async (context) => {
  const { repos, actor, input, now } = context;
  const request = await repos.deviceAuthorizations.findPending(userCodeHash(context, input.userCode), actor.id, now);
  if (!request) throw new Refused({ code: 'device.invalidCode' });
  const { machine, deviceGrant: grant, address, requestedAt, expiresAt } = request;
  return { machine, grant, address, requestedAt, expiresAt, isSameAddress: address === context.address };
};

/** Lets the terminal in or refuses it; a code can be answered once. */
export const answerDeviceAuthorization: UseCase<{ userCode: string; isApproved: boolean }, void> = async (context) => {
  const { repos, actor, input, now } = context;
  await holdAccess(context);
  const answer = { answeredById: actor.id, isApproved: input.isApproved };
  const request = await repos.deviceAuthorizations.answer(userCodeHash(context, input.userCode), answer, now);
  if (!request) throw new Refused({ code: 'device.invalidCode' });
  const { machine, deviceGrant: scope, address } = request;
  await recordAdminAct(context, {
    act: input.isApproved ? 'device.authorize' : 'device.deny',
    subject: personSubject(actor),
    after: { machine, address, scope },
  });
};

/** Records a code that no terminal shows, because somebody mistyped it or guesses. */
export const recordWrongUserCode: UseCase<unknown, void> = async (context) =>
  recordBoundedAct(context, { act: 'device.failCode', subject: personSubject(context.actor) });

interface DeviceCode {
  deviceCode: string;
  /** The pause that the terminal was asked to make. */
  pollSeconds: number;
}
type DeviceToken = { kind: 'token'; secret: string; expiresOn: CalendarDate };
type DeviceGrantResult = { kind: 'pending'; interval: number } | DeviceToken | { kind: 'session'; secret: string };
type ExchangeContext = Context<DeviceCode, unknown>;

async function makeToken(context: ExchangeContext, scope: 'read' | 'write', person: Person, machine: string): Promise<DeviceToken> {
  const actor: Actor = { ...person, substitutesFor: [], channel: 'terminal' };
  const input = { name: terminal.tokenName(machine), scope, expiresOn: usualExpiry(context.today) };
  const { secret } = await createToken({ ...context, actor, channel: 'terminal', input });
  return { kind: 'token', secret, expiresOn: input.expiresOn };
}

async function openSession({ repos, address, now, ...context }: ExchangeContext, person: Person, machine: string): Promise<string> {
  if (!(await repos.users.hold(person.id))) throw new Refused({ code: 'user.notActive' });
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + DEVICE_SESSION_MS);
  await repos.sessions.open(
    hashSecret(secret),
    person.id,
    { userAgent: terminal.tokenName(machine), address, expiresAt, hasSecondFactor: true },
    now,
  );
  const by = { ...context, repos, address, now, actor: person, channel: 'terminal' as const };
  await recordBoundedAct(by, { act: 'session.logIn', subject: personSubject(person), after: { machine } });
  return secret;
}

/** Answers the terminal's poll until its code is confirmed. It receives the token or the session once; both are made only then. */
export const exchangeDeviceCode: OpenUseCase<DeviceCode, DeviceGrantResult> = async (context) => {
  const { repos, input, now } = context;
  const deviceCodeHash = hashSecret(input.deviceCode);
  const answeredById = (await repos.deviceAuthorizations.find(deviceCodeHash, now))?.answeredById ?? null;
  // The person is locked first, as where their access ends, because the other order could deadlock.
  if (answeredById !== null) await repos.users.hold(answeredById);
  const request = await repos.deviceAuthorizations.lock(deviceCodeHash, now);
  if (!request) throw new Refused({ code: 'device.expired' });
  if (request.isApproved === false) throw new Refused({ code: 'device.denied' });
  const { machine, deviceGrant, polledAt } = request;
  const isHeld = answeredById !== null && request.answeredById === answeredById;
  const person = request.isApproved && isHeld ? await repos.users.find(answeredById) : undefined;
  if (!person) {
    await repos.deviceAuthorizations.poll(deviceCodeHash, now);
    return { kind: 'pending', interval: secondsToNextPoll(input.pollSeconds, polledAt, now) };
  }
  await repos.deviceAuthorizations.remove(deviceCodeHash);
  if (deviceGrant !== 'session') return makeToken(context, deviceGrant, person, machine);
  return { kind: 'session', secret: await openSession(context, person, machine) };
};
