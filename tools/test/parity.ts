import type { EndpointName } from '../../core/src/contract/endpoints.ts';
import { isTest, type Source } from '../checks/repository.ts';

/** What a person does. Its calls are looked for in the source of each client, so a cell is true as long as the code is. */
interface ParityAct {
  does: string;
  calls: readonly EndpointName[];
  /** A call that does the same. */
  alternative?: EndpointName;
  /** Said where a client lacks it. */
  why?: string;
  /** It needs a channel of a chat, which WhatsApp does not have. */
  isInChannel?: true;
}
interface ActGroup {
  heading: string;
  acts: readonly ParityAct[];
}

const fields = 'too many fields for a chat';
const account = 'needs a session, which a chat never has';
const channel = 'chosen in the channel that reads it; WhatsApp has none';
const byApi = 'the terminal by `bitacora api`';
const administration = 'administration, which needs lists and files';

export const actGroups: readonly ActGroup[] = [
  {
    heading: 'Work',
    acts: [
      { does: 'See one’s pending work', calls: ['listMyPending'] },
      { does: 'See what waits for one’s verdict', calls: ['listAwaitingVerification'], why: byApi },
      { does: 'See what one assigned', calls: ['listAssignedByMe'] },
      { does: 'Search activities', calls: ['searchActivities'] },
      { does: 'Register one’s own activity', calls: ['registerOwnActivity'], why: byApi },
      { does: 'Assign an activity', calls: ['assignActivity'], alternative: 'assignToMany' },
      { does: 'Assign to many people at once', calls: ['assignToMany'], why: fields },
      { does: 'Start from a template', calls: ['listTemplates'] },
      { does: 'Import activities from a spreadsheet', calls: ['importActivities'], why: 'a file and a review of its rows' },
      { does: 'Start', calls: ['startActivity'] },
      { does: 'Tick and untick the checklist', calls: ['tickItems', 'untickItems'] },
      { does: 'Comment', calls: ['commentActivity'] },
      { does: 'Withdraw a comment', calls: ['cancelComment'], why: byApi },
      { does: 'Add evidence', calls: ['addEvidence'], why: byApi },
      { does: 'Add documents', calls: ['addDocuments'], why: byApi },
      { does: 'Complete', calls: ['completeActivity'] },
      { does: 'Verify or reject', calls: ['validateActivity'] },
      { does: 'Verify or reject many', calls: ['validateActivities'], why: 'a verdict on work that is not in sight' },
      { does: 'Pause and resume', calls: ['pauseActivity', 'resumeActivity'] },
      { does: 'Extend the deadline', calls: ['extendDeadline'], why: byApi },
      { does: 'Ask for more time', calls: ['requestExtension'], why: byApi },
      { does: 'Decline more time', calls: ['declineExtension'], why: byApi },
      { does: 'Withdraw a request for more time', calls: ['withdrawExtensionRequest'], why: byApi },
      { does: 'Remind', calls: ['remindActivity'] },
      { does: 'Remind of many', calls: ['remindActivities'], why: 'needs a choice of rows' },
      { does: 'Reassign', calls: ['reassignActivity'] },
      { does: 'Reassign many', calls: ['reassignActivities'], why: 'needs a choice of rows' },
      { does: 'Correct (amend)', calls: ['amendActivity'], why: `${fields}; a button opens the web` },
      { does: 'Cancel', calls: ['cancelActivity'], why: 'cannot be undone' },
      { does: 'Cancel many', calls: ['cancelActivities'], why: 'cannot be undone' },
      { does: 'Withdraw a mistaken image or document', calls: ['withdrawImage'], why: 'cannot be undone, and few may do it' },
      { does: 'Ask for work, and withdraw it', calls: ['createRequest', 'withdrawRequest'], why: byApi },
      { does: 'See one’s requests, and those to answer', calls: ['listRequests'], why: byApi },
      { does: 'Decline a request', calls: ['declineRequest'], why: byApi },
      { does: 'Download the record', calls: ['downloadRecord'], why: 'a button opens the web' },
      { does: 'Mail the minute of a meeting', calls: ['sendMinute'], why: 'the meeting is held on a screen' },
      { does: 'Download the expedient of finished work', calls: ['createExpedient'], why: 'a large file for an auditor' },
    ],
  },
  {
    heading: 'Notifications',
    acts: [
      { does: 'Choose the ways of notifications', calls: ['choosePreferences'], why: byApi },
      { does: 'Put a reminder off to tomorrow', calls: ['snoozeReminders'], why: 'a reminder elsewhere is a mail or a row of a list' },
      { does: 'Mark notifications as read', calls: ['markNotificationsRead'], why: 'a chat has no list of them' },
      { does: 'Get notifications in the browser', calls: ['subscribePush', 'unsubscribePush'], why: 'of the browser' },
      { does: 'Choose the weekly summary of a channel', calls: ['chooseSummary', 'stopSummary'], why: channel, isInChannel: true },
      { does: 'Announce a topic in a channel', calls: ['addTopicChannel'], why: channel, isInChannel: true },
      {
        does: 'End the announcements of a topic in a channel',
        calls: ['removeTopicChannel'],
        why: 'WhatsApp has no channels',
        isInChannel: true,
      },
      { does: 'Make or end the calendar address', calls: ['createCalendarFeed', 'revokeCalendarFeed'], why: account },
      { does: 'Send failed notifications again', calls: ['resendNotifications'], why: administration },
    ],
  },
  {
    heading: 'Account',
    acts: [
      { does: 'Log in and out', calls: ['logIn'], why: 'a chat account is linked instead' },
      { does: 'Link a chat account', calls: ['confirmChatLink'], why: account },
      { does: 'Make the code that links WhatsApp', calls: ['createChatLinkCode'], why: account },
      { does: 'End the link of this chat', calls: ['unlinkOwnChat'], why: 'the web ends any link' },
      { does: 'End any link of one’s own', calls: ['unlinkChat'], why: account },
      { does: 'Change one’s profile and photo', calls: ['updateProfile', 'changePhoto', 'removePhoto'], why: account },
      { does: 'Change the password', calls: ['changePassword'], why: account },
      {
        does: 'Second factor',
        calls: ['beginSecondFactor', 'confirmSecondFactor', 'renewRecoveryCodes', 'removeSecondFactor'],
        why: account,
      },
      { does: 'Make and revoke tokens', calls: ['createToken', 'revokeToken'], why: account },
      { does: 'End sessions', calls: ['endOwnSession', 'endOtherSessions'], why: account },
      { does: 'Let a terminal in', calls: ['answerDeviceAuthorization'], why: account },
      { does: 'Save views and list sizes', calls: ['saveView', 'removeSavedView', 'saveListSize'], why: 'of the tables of the web' },
      { does: 'Download one’s own data', calls: ['exportOwnData'], why: 'a file of a person’s data' },
    ],
  },
  {
    heading: 'Administration',
    acts: [
      { does: 'Register, change and invite people', calls: ['createUser', 'updateUser', 'inviteUser'], why: administration },
      { does: 'Activate and deactivate people', calls: ['setUserStatus'], why: administration },
      { does: 'Import people', calls: ['importUsers'], why: administration },
      { does: 'Enter absences', calls: ['addAbsence', 'cancelAbsence'], why: administration },
      { does: 'Reset a second factor', calls: ['resetSecondFactor'], why: administration },
      { does: 'Allow resets by mail again', calls: ['allowPasswordResets'], why: administration },
      { does: 'Stop a change of email', calls: ['cancelEmailChange'], why: administration },
      { does: 'Topics', calls: ['createTopic', 'updateTopic'], why: administration },
      { does: 'Who may use a topic', calls: ['assignTopic', 'withdrawTopic'], why: administration },
      { does: 'Templates', calls: ['createTemplate', 'updateTemplate', 'retireTemplate'], why: administration },
      { does: 'Holidays', calls: ['saveHoliday', 'removeHoliday'], why: administration },
      {
        does: 'Register and remove webhooks',
        calls: ['createWebhook', 'removeWebhook'],
        why: 'needs a session, which a token and a chat never have',
      },
      {
        does: 'Change a webhook and its secret',
        calls: ['updateWebhook', 'rotateWebhookSecret'],
        why: 'needs a session, which a token and a chat never have',
      },
      {
        does: 'Test a webhook and send deliveries again',
        calls: ['testWebhook', 'resendWebhookDeliveries'],
        why: 'needs a session, which a token and a chat never have',
      },
    ],
  },
];

/** Writes that are no act of a person's in a client of ours. */
export const notActs: Partial<Record<EndpointName, string>> = {
  logOut: 'beside the login',
  sendTestMail: 'a look at the server, which `admin send-test-mail` takes too',
  confirmIdentity: 'asked by the web before other calls',
  revokeBearer: 'the logout of a terminal',
  requestPasswordReset: 'before a login',
  checkResetToken: 'before a login',
  resetPassword: 'before a login',
  createFirstAdministrator: 'before a login',
  confirmEmailChange: 'from a mail',
  disownEmailChange: 'from a mail',
  beginDeviceAuthorization: 'the login of a terminal',
  exchangeDeviceCode: 'the login of a terminal',
  offerChatLink: 'the bot itself',
  linkChatByCode: 'the bot itself',
  takeChatTemplate: 'the bot itself',
  exchangeChatIdentity: 'the bot itself',
  claimWork: 'the bot itself',
  acknowledgeWork: 'the bot itself',
  returnChatDigest: 'the bot itself',
  keepChatCard: 'the bot itself',
};

const clients = {
  web: /^web\/src\//,
  terminal: /^cli\/src\//,
  Slack: /^bot\/src\/(?!channels\/(?:teams|whatsapp)\/)/,
  Teams: /^bot\/src\/(?!channels\/(?:slack|whatsapp)\/)/,
  WhatsApp: /^bot\/src\/(?!channels\/(?:slack|teams)\/)/,
};

/** One table for each group: the acts of the same clients and reason share a row. A call stands in the source as a method of the client, or as its name in quotes. */
export function printParity(sources: readonly Source[]): { text: string; unexplained: string[] } {
  const clientSources = Object.entries(clients).map(([client, place]) => ({
    client,
    code: sources.flatMap(({ path, text }) => (place.test(path) && !isTest(path) ? [text] : [])).join('\n'),
  }));
  const unexplained: string[] = [];
  const listClients = ({ does, calls, alternative, why, isInChannel }: ParityAct): string => {
    const able = clientSources.filter(({ client, code }) => {
      if (isInChannel && client === 'WhatsApp') return false;
      const has = (call: EndpointName) => new RegExp(`(?:\\.|['"])${call}\\b`).test(code);
      return calls.every(has) || (alternative !== undefined && has(alternative));
    });
    if ((able.length === clientSources.length) !== !why) unexplained.push(does);
    return able.map(({ client }) => client).join(', ');
  };
  const printRows = (acts: readonly ParityAct[]): string[] => {
    const rows = Map.groupBy(acts, (act) => `| ${listClients(act)} | ${act.why ?? ''} |`);
    return [...rows].map(([ending, those]) => `| ${those.map(({ does }) => does).join(' · ')} ${ending}`);
  };
  const head = '| acts | where | why not everywhere |\n|---|---|---|';
  const text = actGroups.map(({ heading, acts }) => [`## ${heading}`, '', head, ...printRows(acts), ''].join('\n')).join('\n');
  return { text, unexplained };
}
