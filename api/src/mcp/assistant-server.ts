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

function register(server: McpServer, { name, effect, perform, input, ...texts }: AssistantTool, { client, report }: AssistantRequest) {
  const annotations = { readOnlyHint: effect === 'reads', destructiveHint: false, openWorldHint: false };
  server.registerTool(name, { ...texts, inputSchema: input, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await perform(client, given)) }] };
    } catch (error) {
      if (!(error instanceof ApiError)) report(error);
      // The message of a refused input repeats the sentence of a field.
      const sentences = error instanceof ApiError ? new Set([error.message, ...Object.values(error.fields)]) : [assistantTexts.failed];
      return { isError: true, content: [{ type: 'text', text: [...sentences].join('\n') }] };
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
