import { fullName, type Person, type RepresentedPerson } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { isNarrower, readWorkTime, writeWorkTime } from '../../domain/work-time.ts';
import type { Image, Photo } from '../../persistence/activities/images.ts';
import { pickDefined } from '../demand-unchanged.ts';
import { personSubject, recordAdminAct } from '../record-admin-act.ts';
import type { OpenUseCase, UseCase } from '../use-case.ts';
import { recordPersonEdit } from './record-person.ts';

/** Returns where people ask for help: the configured address, else the first administrator's; empty where there is neither. */
export const readContactUrl: OpenUseCase<{ contactUrl: string | undefined }, string> = async ({ repos, input }) => {
  if (input.contactUrl) return input.contactUrl;
  const email = await repos.users.firstAdministratorEmail();
  return email ? `mailto:${encodeURIComponent(email).replace('%40', '@')}` : '';
};

/** Reads what decides the actor's menu. */
export const readPermissions: UseCase<unknown, Pick<Person, 'employeeNumber' | 'kind' | 'position'>> = async ({ actor }) => ({
  ...actor,
});

interface OwnData extends Person {
  name: string;
  substitutesFor: RepresentedPerson[];
  workTime: string | null;
  companyWorkTime: string;
}

export const readOwnData: UseCase<unknown, OwnData> = async ({ actor, repos, workTime }) => ({
  ...actor,
  workTime: (await repos.users.readChoices(actor.id)).workTime,
  companyWorkTime: writeWorkTime(workTime),
  substitutesFor: [...(actor.substitutesFor ?? [])],
  name: fullName(actor),
});

/** Changes the fields that a person may change alone in their account. A field that the call does not carry stays as it is. */
export const updateProfile: UseCase<Partial<Pick<OwnData, 'alias' | 'phone' | 'workTime'>>, void> = async (context) => {
  const { repos, actor, input, now, workTime: company } = context;
  const { workTime } = input;
  const own = workTime && readWorkTime(workTime);
  if (workTime && !(own && isNarrower(own, company))) throw invalid('workTime', 'workTimeInvalid');
  const changes = pickDefined({ alias: input.alias, phone: input.phone, workTime });
  await repos.users.update(actor.id, changes);
  if (workTime !== undefined) await repos.outbox.takeUp(now, actor.id);
  await recordPersonEdit(context, 'person.editOwn', actor, { ...actor, ...changes });
};

/** Returns the address of a person's photo. It carries the version, so that another photo has another address. */
const photoUrl = (employeeNumber: string, { sha256 }: Photo) =>
  `/api/profile_image/${encodeURIComponent(employeeNumber)}?v=${sha256.slice(0, 16)}`;

export const changePhoto: UseCase<{ images: readonly Image[] }, { url: string }> = async (context) => {
  const { repos, actor, input, now } = context;
  const { id: imageId, name: _, ...facts } = input.images[0] as Image;
  const photo = { imageId, ...facts };
  await repos.users.lock(actor.id);
  const earlier = await repos.photos.replace(actor.id, photo, now);
  await recordAdminAct(context, { act: 'person.changePhoto', subject: personSubject(actor), after: { sha256: photo.sha256 } });
  if (earlier) context.discardImage(earlier);
  return { url: photoUrl(actor.employeeNumber, photo) };
};

export const removePhoto: UseCase<unknown, void> = async (context) => {
  const { repos, actor } = context;
  const removed = await repos.photos.remove(actor.id);
  if (removed) {
    context.discardImage(removed);
    await recordAdminAct(context, { act: 'person.changePhoto', subject: personSubject(actor), after: { sha256: null } });
  }
};

/** Reads what pages ask of the actor beside their account. The address is null while they have no photo. */
export const readAppearance: UseCase<unknown, { photoUrl: string | null; pageSize: number | null }> = async ({ repos, actor }) => {
  const photo = await repos.photos.find(actor.employeeNumber);
  const { pageSize } = await repos.users.readChoices(actor.id);
  return { photoUrl: photo ? photoUrl(actor.employeeNumber, photo) : null, pageSize };
};

export const findPhoto: UseCase<{ employeeNumber: string }, Photo> = async ({ repos, input }) => {
  const photo = await repos.photos.find(input.employeeNumber);
  if (!photo) throw new Refused({ code: 'image.unknown' });
  return photo;
};
