import { type Repositories, repositoriesOn } from '../src/persistence/repositories.ts';

/** Answers the first asking of each two again. */
function remembered<Asked extends { id: number }, Answer>(ask: (asked: Asked, id: number) => Answer) {
  const answers = new Map<string, Answer>();
  return (asked: Asked, id: number): Answer => {
    const key = `${asked.id} ${id}`;
    const answer = answers.get(key) ?? ask(asked, id);
    answers.set(key, answer);
    return answer;
  };
}

/** The repositories of a load: nobody is told of the past, and what does not change meanwhile is asked for once. */
export function quietRepositories(...place: Parameters<typeof repositoriesOn>): Repositories {
  const repos = repositoriesOn(...place);
  return {
    ...repos,
    outbox: { ...repos.outbox, add: async () => {} },
    topics: { ...repos.topics, findOpenTo: remembered(repos.topics.findOpenTo) },
    users: { ...repos.users, isCandidateFor: remembered(repos.users.isCandidateFor) },
  };
}
