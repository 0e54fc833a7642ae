import type * as Adaptive from 'adaptivecards';

/** Microsoft's own renderer, as the page loads it. */
declare const AdaptiveCards: typeof Adaptive;

const color = (name: string) => ({ default: `var(--${name})`, subtle: 'var(--muted)' });
const foregroundColors = {
  default: color('ink'),
  accent: color('accent'),
  attention: color('late'),
  warning: color('soon'),
  good: color('done'),
};
const config = {
  fontFamily: 'inherit',
  fontSizes: { small: 12, default: 14, medium: 15, large: 18, extraLarge: 22 },
  fontWeights: { lighter: 400, default: 400, bolder: 600 },
  spacing: { small: 6, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 0 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  containerStyles: { default: { backgroundColor: 'transparent', foregroundColors } },
  actions: { maxActions: 10, buttonSpacing: 8, actionAlignment: 'left', showCard: { style: 'default', inlineTopMargin: 8 } },
  inputs: { label: { requiredInputs: { suffix: ' *', suffixColor: 'attention' } } },
};

/** Left as it is, as the bot writes it: without this the renderer misses its Markdown aloud. */
const literally = () => {};

export interface ActionCall {
  verb: string;
  data: object;
}

export function drawCard(card: object, execute: (executed: ActionCall) => void): HTMLElement {
  AdaptiveCards.AdaptiveCard.onProcessMarkdown = literally;
  const drawing = new AdaptiveCards.AdaptiveCard();
  drawing.hostConfig = new AdaptiveCards.HostConfig(config);
  drawing.onExecuteAction = (action) => {
    if (action instanceof AdaptiveCards.OpenUrlAction) return void window.open(action.url, '_blank', 'noopener');
    const { data = {} } = action as Adaptive.SubmitAction;
    execute({ verb: action instanceof AdaptiveCards.ExecuteAction ? action.verb : '', data });
  };
  drawing.parse(card);
  return drawing.render() ?? document.createElement('div');
}
