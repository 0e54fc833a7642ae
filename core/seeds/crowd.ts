import { GENERAL, type Priority } from '../src/domain/activity/activity.ts';
import { isPrivileged } from '../src/domain/people/person.ts';
import { inactive, invited, people } from './facts/people.ts';
import type { PiecesByTopic } from './facts/piece.ts';
import { piecesOfDepartments } from './facts/pieces-of-departments.ts';
import { piecesOfThePlant } from './facts/pieces-of-the-plant.ts';
import { topics } from './facts/topics.ts';
import { type Dice, diceOf, type Fate, type Story } from './story.ts';

const pieces: PiecesByTopic = { ...piecesOfThePlant, ...piecesOfDepartments };
const fates: Fate[] = [
  ...Array<Fate>(9).fill('verified'),
  ...(['verifiedAfterRework', 'verifiedAfterRework', 'canceledEarly', 'canceledLate', 'notStarted', 'notStarted'] as const),
  ...(['inProgress', 'inProgress', 'inProgress', 'reworked', 'paused', 'waiting', 'waitingAgain'] as const),
];
const ownFates: Fate[] = ['verified', 'inProgress', 'verified', 'notStarted', 'verified', 'paused', 'canceledEarly'];
const priorities: Priority[] = ['normal', 'normal', 'normal', 'high', 'high', 'critical'];
const ended: Fate[] = ['verified', 'verifiedAfterRework', 'canceledEarly', 'canceledLate'];

/** Late, near and far deadlines in turn, so that every signal meets every open status. */
const deadlines = [(dice: Dice) => dice.between(-15, 0), (dice: Dice) => dice.between(1, 7), (dice: Dice) => dice.between(8, 40)];

/** `empleado` is staged; people who left, or have yet to begin, have no part in everyday work. */
const atWork = people.filter(({ key }) => ![...inactive, ...invited, 'empleado'].includes(key));

function castOf(topic: (typeof topics)[number]) {
  const inside = atWork.filter(({ department }) => topic.department === GENERAL || department === topic.department);
  const outside = atWork.filter(({ key }) => (topic.outsiders as readonly string[]).includes(key));
  return { owners: inside.filter(isPrivileged), assignees: [...inside.filter((person) => !isPrivileged(person)), ...outside] };
}

function timesOf(fate: Fate, index: number, dice: Dice): Pick<Story, 'deadlineIn' | 'registeredAgo' | 'lastAgo'> {
  if (ended.includes(fate)) {
    const lastAgo = 1 + Math.floor(dice.between(0, 190) ** 2 / 190);
    return { lastAgo, registeredAgo: lastAgo + dice.between(6, 35), deadlineIn: dice.between(-3, 9) - lastAgo };
  }
  const deadlineIn = (deadlines[Math.floor(index / fates.length) % 3] as (dice: Dice) => number)(dice);
  const lastAgo = dice.between(1, 4);
  return { deadlineIn, lastAgo, registeredAgo: Math.max(lastAgo, -deadlineIn) + dice.between(4, 20) };
}

/** Everybody's everyday work. The same count gives the same stories, and a longer list begins with the shorter. */
export function crowd(count: number): Story[] {
  const usedNames = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const dice = diceOf(index);
    const topic = topics[index % topics.length] as (typeof topics)[number];
    const { owners, assignees } = castOf(topic);
    const isOwn = index % 11 === 10;
    const owner = dice.pick(isOwn ? [...owners, ...assignees] : owners);
    const assignee = isOwn ? owner : dice.pick(assignees.filter(({ key }) => key !== owner.key));
    const from = Math.floor(index / topics.length);
    const choices = pieces[topic.name];
    const turn = choices.findIndex((_, step) => !usedNames.has(`${assignee.key} ${choices[(from + step) % choices.length]?.[0]}`));
    const piece = choices[(from + turn) % choices.length];
    if (turn < 0 || !piece) throw new Error(`${assignee.key} has been given every piece of ${topic.name}`);
    usedNames.add(`${assignee.key} ${piece[0]}`);

    const fate = (isOwn ? ownFates[Math.floor(index / 11) % ownFates.length] : fates[(index * 5) % fates.length]) as Fate;
    const isExtended = !fate.startsWith('canceled') && dice.isUnder(0.14);
    const parties = { owner: owner.key, assignee: assignee.key, topic: topic.name, piece };
    return { ...parties, priority: dice.pick(priorities), fate, ...timesOf(fate, index, dice), isExtended, repeats: null };
  });
}
