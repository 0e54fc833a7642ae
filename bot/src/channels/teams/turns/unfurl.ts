import { botTeams } from '../../../messages/teams.ts';
import { linkedActivity } from '../../linked-activity.ts';
import { execute } from '../cards/draw-button.ts';
import { cardOf } from '../cards/draw-card.ts';
import { lines, run } from '../cards/text.ts';
import { ADAPTIVE } from '../post/activity.ts';

/** What stands under a link for everybody who reads along: the folio, and a button that answers each under their own rights. */
export function unfurl(link: unknown, publicUrl: string) {
  const activityId = typeof link === 'string' ? linkedActivity(link, publicUrl) : null;
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
