import { RECOVERY_CODES, type SecondFactorChange, type SecondFactorState } from '../../domain/account/account.ts';
import type { Actor, Person } from '../../domain/people/person.ts';
import { fullName } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import { authenticatorUrl, findTimeStep, hashSecret, newAuthenticatorSecret, newTypedCode, plainCode } from '../../secrets/secrets.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { Context, OpenContext, OpenUseCase, UseCase } from '../use-case.ts';

/** Three groups hold 75 bits. */
const RECOVERY_GROUPS = 3;

type FactorContext = Pick<OpenContext, 'repos' | 'now' | 'sealing'>;

/** Uses up a code of the authenticator app or a recovery code; returns null for a wrong or used one. */
async function useCode({ repos, now, sealing }: FactorContext, userId: number, code: string): Promise<'app' | 'recovery' | null> {
  const factor = await repos.secondFactors.find(userId);
  if (!factor?.confirmedAt) return null;
  const secret = sealing.open(factor.sealedSecret);
  const step = secret && (await findTimeStep(secret.text, code.replace(/\s/g, ''), now));
  if (step !== null) return (await repos.secondFactors.useStep(userId, step)) ? 'app' : null;
  return (await repos.secondFactors.useCode(userId, hashSecret(plainCode(code)))) ? 'recovery' : null;
}

/**
 * Returns how a login with a password has proven the person's second factor; null when they have none. A device that they trust need not
 * prove it. Refuses a missing, wrong or used code.
 */
export async function demandSecondFactor(
  context: FactorContext,
  { userId, deviceHash, code }: { userId: number; deviceHash: Buffer | null; code?: string | undefined },
): Promise<'app' | 'recovery' | 'trustedDevice' | null> {
  const { repos, now } = context;
  if (!(await repos.secondFactors.find(userId))?.confirmedAt) return null;
  if (deviceHash && (await repos.knownDevices.isTrusted(deviceHash, userId, now))) return 'trustedDevice';
  if (code === undefined) throw new Refused({ code: 'secondFactor.required' });
  return (await useCode(context, userId, code)) ?? wrongCode();
}

/** Proves the identity of the actor's session: by a code of their second factor, or without one by the password that was compared before. */
export const proveIdentity: UseCase<{ sessionIdHash: Buffer; code: string | undefined }, void> = async (context) => {
  const { repos, actor, now, input } = context;
  if (input.code !== undefined && !(await useCode(context, actor.id, input.code))) wrongCode();
  await repos.sessions.proveIdentity(input.sessionIdHash, now);
};

function wrongCode(): never {
  throw new Refused({ code: 'secondFactor.wrong', field: 'code' });
}

async function newRecoveryCodes({ repos }: Pick<OpenContext, 'repos'>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newTypedCode(RECOVERY_GROUPS));
  await repos.secondFactors.replaceCodes(
    userId,
    codes.map((code) => hashSecret(plainCode(code))),
  );
  return codes;
}

/** Reads the actor's own second factor. The settings decide whether it is required. */
export const readSecondFactor: UseCase<unknown, Omit<SecondFactorState, 'isRequired'>> = async ({ repos, actor }) => {
  const factor = await repos.secondFactors.find(actor.id);
  const since = factor?.confirmedAt ?? null;
  return { isActive: since !== null, since, recoveryCodesLeft: since ? await repos.secondFactors.countCodes(actor.id) : 0 };
};

/**
 * Gives the actor a secret for their authenticator app. It counts once they have confirmed it with a code. A code lets those with a second
 * factor begin another; the one that they have counts until then.
 */
export const beginSecondFactor: UseCase<{ code?: string | undefined }, { secret: string; url: string }> = async (context) => {
  const { repos, actor, now, sealing, input } = context;
  const secret = await newAuthenticatorSecret();
  const sealedSecret = sealing.seal(secret);
  await repos.users.lock(actor.id);
  if ((await repos.secondFactors.find(actor.id))?.confirmedAt) {
    if (input.code === undefined) throw new Refused({ code: 'secondFactor.active' });
    if (!(await useCode(context, actor.id, input.code))) wrongCode();
    await repos.secondFactors.beginReplacement(actor.id, sealedSecret);
  } else await repos.secondFactors.begin({ userId: actor.id, sealedSecret, begunAt: now });
  return { secret, url: await authenticatorUrl(secret, actor.email) };
};

type ConfirmContext = Context<{ code: string; sessionIdHash: Buffer }, Actor>;

/** Confirms the waiting secret with a code; returns whether the factor is the first or replaces another. */
async function confirm({ repos, actor, now, sealing, input }: ConfirmContext): Promise<'add' | 'replace'> {
  await repos.users.lock(actor.id);
  const factor = await repos.secondFactors.find(actor.id);
  const sealedSecret = factor?.confirmedAt ? factor.sealedReplacement : factor?.sealedSecret;
  if (factor?.confirmedAt && !sealedSecret) throw new Refused({ code: 'secondFactor.active' });
  const secret = sealedSecret && sealing.open(sealedSecret);
  if (!secret) throw new Refused({ code: 'secondFactor.none' });
  const usedStep = (await findTimeStep(secret.text, input.code.replace(/\s/g, ''), now)) ?? wrongCode();
  await repos.secondFactors.confirm(actor.id, { sealedSecret, usedStep, confirmedAt: now });
  return factor?.confirmedAt ? 'replace' : 'add';
}

/**
 * Turns the second factor on with a first code, or replaces the earlier one. Ends the actor's other sessions, and returns the recovery
 * codes once.
 */
export const confirmSecondFactor: UseCase<ConfirmContext['input'], { recoveryCodes: string[] }> = async (context) => {
  const { repos, actor, input } = context;
  const change = await confirm(context);
  // A device could have been trusted while a reset of the earlier factor committed.
  await endShortcuts(context, actor.id);
  await repos.sessions.proveSecondFactor(input.sessionIdHash);
  const sessions = await repos.sessions.endOthers(actor.id, input.sessionIdHash);
  await recordAdminAct(context, { act: `secondFactor.${change}`, subject: personSubject(actor), after: { sessions } });
  await mailAbout(context, actor, change);
  return { recoveryCodes: await newRecoveryCodes(context, actor.id) };
};

export const renewRecoveryCodes: UseCase<{ code: string }, { recoveryCodes: string[] }> = async (context) => {
  const { repos, actor, input } = context;
  await repos.users.lock(actor.id);
  if (!(await useCode(context, actor.id, input.code))) wrongCode();
  await recordAdminAct(context, { act: 'secondFactor.renewCodes', subject: personSubject(actor) });
  await mailAbout(context, actor, 'renewCodes');
  return { recoveryCodes: await newRecoveryCodes(context, actor.id) };
};

export const removeSecondFactor: UseCase<{ code: string }, void> = async (context) => {
  const { repos, actor, input } = context;
  await repos.users.lock(actor.id);
  if (!(await useCode(context, actor.id, input.code))) wrongCode();
  await forget(context, actor.id);
  await repos.sessions.forgetSecondFactor(actor.id);
  await recordAdminAct(context, { act: 'secondFactor.remove', subject: personSubject(actor) });
  await mailAbout(context, actor, 'remove');
};

/** Ends what an earlier second factor opened without a code: trusted devices, and terminals that wait for their token. */
async function endShortcuts({ repos, now }: Pick<OpenContext, 'repos' | 'now'>, userId: number): Promise<void> {
  await repos.knownDevices.distrustAll(userId);
  await repos.deviceAuthorizations.removeByPerson(userId, now);
}

async function forget(context: Pick<OpenContext, 'repos' | 'now'>, userId: number): Promise<boolean> {
  await endShortcuts(context, userId);
  return context.repos.secondFactors.remove(userId);
}

/** Notifies the person by email, because a change that they did not make is the sign of a stolen account. */
async function mailAbout(
  { repos, now }: Pick<OpenContext, 'repos' | 'now'>,
  person: Pick<Person, 'id' | 'firstName' | 'lastName'>,
  change: SecondFactorChange,
): Promise<void> {
  const key = `secondFactor:${change}:${person.id}:${now.getTime()}`;
  await repos.outbox.add(
    { key, kind: 'secondFactorChanged', recipientId: person.id, facts: { change, by: fullName(person), at: now } },
    now,
  );
}

type Reset = Pick<OpenContext, 'repos' | 'now' | 'channel' | 'address'> & { actor: Actor | null };

async function reset(context: Reset, id: number | undefined, operator?: string): Promise<void> {
  const { repos } = context;
  const [person] = id === undefined ? [] : await repos.users.lock(id);
  if (!person) throw new Refused({ code: 'user.unknown' });
  if (!(await forget(context, person.id))) throw new Refused({ code: 'secondFactor.none' });
  await repos.sessions.endAll(person.id);
  await recordAdminAct(context, { act: 'secondFactor.reset', subject: personSubject(person), operator });
}

/** Resets the second factor for a Desarrollador, when somebody has lost their phone and their recovery codes. */
export const resetSecondFactor: UseCase<{ id: number }, void> = async (context) => {
  const { actor, input } = context;
  if (input.id === actor.id) throw new Refused({ code: 'secondFactor.own' });
  await reset(context, input.id);
};

/** Resets the second factor for the operator of the database, when no other Desarrollador can. */
export const resetSecondFactorByEmail: OpenUseCase<{ email: string; operator: string }, void> = async (context) => {
  const { email, operator } = context.input;
  const person = await context.repos.users.readCredentials(email);
  await reset(context, person?.id, operator);
};

/** Seals anew what the previous SESSION_SECRET sealed, so that it can be dropped. */
export const resealSecondFactors: OpenUseCase<unknown, number> = async ({ repos, sealing }) => {
  const anew = (sealed: Buffer) => {
    const secret = sealing.open(sealed);
    return secret && !secret.isCurrent ? sealing.seal(secret.text) : sealed;
  };
  let count = 0;
  for (const { userId, sealedSecret, sealedReplacement } of await repos.secondFactors.all()) {
    const sealed = { sealedSecret: anew(sealedSecret), sealedReplacement: sealedReplacement && anew(sealedReplacement) };
    if (sealed.sealedSecret === sealedSecret && sealed.sealedReplacement === sealedReplacement) continue;
    await repos.secondFactors.setSealed(userId, sealed);
    count += 1;
  }
  return count;
};
