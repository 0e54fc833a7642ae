import { botTeams } from '@bitacora/core/messages/bot-teams';
import { execute } from '../cards/draw-button.ts';
import { cardOf } from '../cards/draw-card.ts';
import { lines, run } from '../cards/text.ts';
import { ADAPTIVE } from '../post/activity.ts';

const CONSULTED = /^\/Consult_(?:My_Activity|Activitie_Assigned|Completed_Activity)\/([1-9]\d{0,8})\/?$/;

/** The folio that a link of the product leads to, else null. */
function folioIn(link: unknown, publicUrl: string): number | null {
  const url = typeof link === 'string' ? URL.parse(link) : null;
  if (url?.origin !== new URL(publicUrl).origin) return null;
  const [, folio] = CONSULTED.exec(url.pathname) ?? [];
  return folio ? Number(folio) : null;
}

/** What stands under a link for everybody who reads along: the folio, and a button that answers each under their own rights. */
export function unfurl(link: unknown, publicUrl: string) {
  const activityId = folioIn(link, publicUrl);
  if (activityId === null) return {};
  const title = botTeams.link(activityId);
  const look = execute(botTeams.look, { verb: 'look', press: { flow: 'look', activityId } }, 'chat');
  const content = cardOf([lines([run(title, 100, { weight: 'Bolder' })]), { type: 'ActionSet', actions: [look] }]);
  const preview = { contentType: 'application/vnd.microsoft.card.thumbnail', content: { title } };
  return {
    composeExtension: {
      type: 'result' as const,
      attachmentLayout: 'list' as const,
      attachments: [{ contentType: ADAPTIVE, content, preview }],
    },
  };
}
