import { ApiError, type Client } from '@bitacora/core/client/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import manifest from '../../../package.json' with { type: 'json' };
import { assistantTexts } from './assistant-texts.ts';
import { type AssistantTool, assistantTools } from './assistant-tools.ts';

/** One request of an assistant: a message of JSON-RPC, and what its person may do. */
export interface AssistantRequest {
  request: Request;
  message: object;
  client: Client;
  mayWrite: boolean;
  isPrivileged: boolean;
  report(error: unknown): void;
}

/** The names that a tool's input has for fields of the API. The others have the same. */
const inputNames: Record<string, string> = {
  ...{ activityId: 'folio', topicId: 'topic_id', assigneeId: 'person_id', description: 'text', body: 'comment', text: 'words' },
  ...{ dueOn: 'due_on', requestedTo: 'requested_to' },
};

/** Writes a refusal for an assistant: a line for each refused field, whose sentences its message repeats; else the message. */
function refusalText({ message, fields }: ApiError): string {
  const lines = Object.entries(fields).map(([field, sentence]) => `${inputNames[field] ?? field}: ${sentence}`);
  return lines.join('\n') || message;
}

function register(server: McpServer, { name, effect, perform, input, ...texts }: AssistantTool, { client, report }: AssistantRequest) {
  const annotations = { readOnlyHint: effect === 'reads', destructiveHint: false, openWorldHint: false };
  const description = effect === 'reads' ? `${texts.description} ${assistantTexts.data}` : texts.description;
  server.registerTool(name, { ...texts, description, inputSchema: input, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await perform(client, given)) }] };
    } catch (error) {
      if (!(error instanceof ApiError)) report(error);
      const text = error instanceof ApiError ? refusalText(error) : assistantTexts.failed;
      return { isError: true, content: [{ type: 'text', text }] };
    }
  });
}

/** Answers a message. The tools are those that the person may use with this token; every other one is unknown. */
export function answerAssistant(asked: AssistantRequest): Promise<Response> {
  const identity = { name: 'bitacora', title: 'Bitácora', version: manifest.version };
  const { fetch } = createMcpHandler(
    () => {
      const server = new McpServer(identity, { instructions: assistantTexts.instructions });
      for (const tool of assistantTools)
        if ((tool.effect === 'reads' || asked.mayWrite) && (!tool.isForPrivileged || asked.isPrivileged)) register(server, tool, asked);
      return server;
    },
    // A listener would learn nothing, because the tools do not change, and its stream would not end.
    { maxSubscriptions: 0 },
  );
  return fetch(asked.request, { parsedBody: asked.message });
}
