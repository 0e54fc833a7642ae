import * as z from 'zod/mini';
import { status } from '../activities/activity-shapes.ts';
import { countReply, type Endpoint, get, post, success } from '../endpoint.ts';
import { day, filledList, id, maybe, optionalText, orOther, requiredText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

const DEPARTMENT_MAX = 200;
export const NOTES_MAX = 4_000;
export const RECIPIENTS_MAX = 100;

const department = ['department', maybe(requiredText(DEPARTMENT_MAX))] as const;

const line = {
  id: ['id', z.int()],
  description: ['objetive_project', z.string()],
  topic: ['project_name', z.string()],
  person: ['responsible', z.string()],
  assigneeId: ['id_user_assigned', z.int()],
  status: ['status_project', orOther(status)],
  deadline: ['deadline', day],
} as const;
const list = renamed({ lines: ['rows', z.array(renamed(line))], total: ['total', z.int()] });

/** The morning meeting (docs/product.md, 9.9). Nothing of it is stored but the acts. */
export const standUpEndpoints = {
  readStandUp: get(
    '/api/get_stand_up',
    'readGlobalReports',
    'La junta: las personas con trabajo abierto que asigné, o de un departamento, con su ausencia de hoy; y con `since` (el que respondió al empezar, de hace menos de un día) la minuta: mis actos desde entonces, lo prometido y lo que sigue con retraso',
    {
      query: renamed({ department, since: ['since', maybe(id)] }),
      reply: renamed({
        success,
        people: [
          'people',
          z.array(
            renamed({
              id: ['user_id', z.int()],
              name: ['assigned_name', z.string()],
              total: ['open', z.int()],
              late: ['late', z.int()],
              week: ['due_this_week', z.int()],
              away: ['away', z.nullable(renamed({ until: ['to', day], substitute: ['substitute', z.string()] }))],
            }),
          ),
        ],
        forecast: ['forecast', z.nullable(z.string())],
        since: ['since', z.int()],
        minute: [
          'minute',
          z.nullable(
            renamed({
              acts: ['acts', z.array(renamed({ ...line, act: ['act', z.string()], note: ['note', z.nullable(z.string())] }))],
              promised: ['promised', list],
              late: ['late', list],
            }),
          ),
        ],
      }),
    },
  ),
  sendMinute: post(
    '/api/send_minute',
    'readGlobalReports',
    'Envía la minuta de mi junta, con las notas, por correo a personas activas (100 como máximo); 10 veces por hora',
    {
      needs: 'request',
      body: renamed({
        department,
        since: ['since', id],
        notes: ['notes', optionalText(NOTES_MAX)],
        recipients: ['recipients', filledList(id, RECIPIENTS_MAX)],
      }),
      reply: countReply,
    },
  ),
} as const satisfies Record<string, Endpoint>;
