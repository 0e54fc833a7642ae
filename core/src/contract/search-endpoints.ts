import * as z from 'zod/mini';
import { status } from './activity.ts';
import type { Endpoint } from './endpoint.ts';
import { requiredText } from './wire.ts';
import { renamed } from './wire-names.ts';

const TEXT_MAX = 200;

/** `isAssignee` and `isOwner` tell which consult page is the caller's. */
const hit = renamed({
  id: ['id', z.int()],
  description: ['objetive_project', z.string()],
  topic: ['project_name', z.string()],
  status: ['status_project', status],
  isOwner: ['is_owner', z.boolean()],
  isAssignee: ['is_mine', z.boolean()],
});
export type SearchHit = z.output<typeof hit>;

/** Finding an activity from anywhere. */
export const searchEndpoints = {
  searchActivities: {
    method: 'POST',
    path: '/api/search',
    who: 'person',
    effect: 'reads',
    summary: 'Busca por folio o por texto entre lo que puedo ver; 20 resultados como máximo',
    body: renamed({ text: ['q', requiredText(TEXT_MAX)] }),
    reply: renamed({ success: ['success', z.literal(true)], hits: ['hits', z.array(hit)] }),
  },
} as const satisfies Record<string, Endpoint>;
