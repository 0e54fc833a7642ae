import type { ChatService } from '@bitacora/core/domain/chat/chat';
import { MANUAL_PATH } from '@bitacora/core/messages/layout';
import type { Button, Card } from '../card.ts';
import { bot, botCards } from '../messages/bot.ts';
import { botWhatsapp } from '../messages/chats.ts';
import { botFlows } from '../messages/flows.ts';

/** Offers an unlinked account a one-time link, without any personal data. */
export const linkCard = (service: ChatService, url: string): Card => ({
  title: bot.linkTitle,
  intro: bot.linkIntro(service),
  groups: [],
  note: bot.linkNote,
  buttons: [{ label: bot.linkButton(service), url }],
  activityIds: [],
});

/** Tells an unlinked account of WhatsApp how to be linked, because a link there would open another browser than that of the session. */
export const codeCard = (publicUrl: string): Card => ({
  title: bot.linkTitle,
  intro: botWhatsapp.linkIntro,
  groups: [],
  buttons: [{ label: botWhatsapp.profile, url: `${publicUrl}/Edit_Profile` }],
  activityIds: [],
});

export const unlinkCard = (service: ChatService): Card => ({
  title: bot.unlinkTitle,
  intro: bot.unlinkIntro(service),
  groups: [],
  buttons: [{ label: bot.unlinkButton, press: { flow: 'unlink' }, style: 'danger', confirm: bot.unlinkConfirm }],
  activityIds: [],
});

/** Only people who give work to others can use these words. */
const leadersHelps = new Set<string>(['verify', 'assigned', 'team', 'summary', 'topic'] satisfies (keyof typeof bot.helps)[]);

/** Lists the words that the bot understands, for this reader. */
export const helpCard = (publicUrl: string, isLeader: boolean, intro: string = bot.helpIntro): Card => ({
  title: bot.helpTitle,
  intro,
  groups: [
    {
      items: [
        {
          title: bot.helpWords,
          facts: Object.entries(bot.helps).flatMap(([name, { word, does }]) =>
            isLeader || !leadersHelps.has(name) ? [{ label: word, value: does }] : [],
          ),
          buttons: [],
        },
      ],
    },
  ],
  note: bot.images,
  buttons: [
    { label: botCards.mine, press: { flow: 'view', view: 'activities:1' } },
    ...(isLeader ? [{ label: botCards.verifyTitle, press: { flow: 'view', view: 'verify:1' } }] : []),
    { label: botFlows.newTitle, press: { flow: 'newActivity' }, opensForm: true },
    { label: botFlows.templateTitle, press: { flow: 'fromTemplate' }, opensForm: true },
    { label: botFlows.preferencesTitle, press: { flow: 'view', view: 'preferences:' } },
    { label: bot.manual, url: `${publicUrl}${MANUAL_PATH}` },
  ],
  activityIds: [],
});

/** The bot posts it once after a person has linked the account. It offers notifications here to a person who gets them elsewhere. */
export function greetCard(publicUrl: string, firstName: string, isNotifiedHere: boolean, service?: ChatService): Card {
  const help = helpCard(publicUrl, false, `${bot.greetIntro(firstName, isNotifiedHere)} ${bot.helpIntro}`);
  const notifyHere: Button = { label: botFlows.preferencesHere, press: { flow: 'notifyHere' }, style: 'primary' };
  const note = service === 'whatsapp' ? `${botWhatsapp.consent} ${help.note}` : help.note;
  return { ...help, title: bot.greetTitle, note, buttons: [...(isNotifiedHere ? [] : [notifyHere]), ...(help.buttons ?? [])] };
}
