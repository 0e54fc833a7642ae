import { ApiError, type Client } from '@bitacora/core/client/client';
import { readWireNames } from '@bitacora/core/contract/wire-names';
import { createMcpHandler, McpServer, ProtocolErrorCode, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import manifest from '../../../package.json' with { type: 'json' };
import { assistantTexts } from './assistant-texts.ts';
import { type AssistantTool, assistantTools, readInput } from './assistant-tools.ts';

/** One request of an assistant: a message of JSON-RPC, and what its person may do. */
export interface AssistantRequest {
  request: Request;
  message: object;
  client: Client;
  mayWrite: boolean;
  isPrivileged: boolean;
  report(error: unknown): void;
}

/** Writes a refusal for an assistant: a line for each refused field, whose sentences its message repeats; else the message. */
function refusalText({ input }: AssistantTool, { message, fields }: ApiError): string {
  const names = readWireNames(input);
  const lines = Object.entries(fields).map(([field, sentence]) => `${names[field] ?? field}: ${sentence}`);
  return lines.join('\n') || message;
}

/** Describes a tool's input. It takes any, because the package's own refusals are in English. */
function describeInput(input: z.ZodMiniType): StandardSchemaWithJSON<object> {
  const describe = () => ({ ...z.toJSONSchema(input, { io: 'input' }), additionalProperties: false });
  const validate = (value: unknown) => ({ value: value as object });
  return { '~standard': { version: 1, vendor: 'bitacora', validate, jsonSchema: { input: describe, output: describe } } };
}

function register(server: McpServer, tool: AssistantTool, { client, report }: AssistantRequest) {
  const { name, title, effect, perform } = tool;
  const annotations = { readOnlyHint: effect === 'reads', destructiveHint: false, openWorldHint: false };
  const description = effect === 'reads' ? `${tool.description} ${assistantTexts.data}` : tool.description;
  const inputSchema = describeInput(tool.input);
  server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await perform(client, readInput(tool, given))) }] };
    } catch (error) {
      if (!(error instanceof ApiError)) report(error);
      const text = error instanceof ApiError ? refusalText(tool, error) : assistantTexts.failed;
      return { isError: true, content: [{ type: 'text', text }] };
    }
  });
}

/** Answers a message. The tools are those that the person may use with this token; every other one is unknown. */
export async function answerAssistant(asked: AssistantRequest): Promise<Response> {
  const mayUse = (tool: AssistantTool) => (tool.effect === 'reads' || asked.mayWrite) && (!tool.isForPrivileged || asked.isPrivileged);
  const tools = assistantTools.filter(mayUse);
  const { id, method, params } = asked.message as { id?: unknown; method?: unknown; params?: { name?: unknown } };
  // The package says this in English, and not why.
  if (method === 'tools/call' && id !== undefined && !tools.some(({ name }) => name === params?.name)) {
    const error = { code: ProtocolErrorCode.InvalidParams, message: assistantTexts.unknownTool(String(params?.name)) };
    return Response.json({ jsonrpc: '2.0', id, error });
  }
  const identity = { name: 'bitacora', title: 'Bitácora', version: manifest.version };
  const { fetch } = createMcpHandler(
    () => {
      const server = new McpServer(identity, { instructions: assistantTexts.instructions });
      for (const tool of tools) register(server, tool, asked);
      return server;
    },
    // A listener would learn nothing, because the tools do not change, and its stream would not end.
    { maxSubscriptions: 0 },
  );
  return fetch(asked.request, { parsedBody: asked.message });
}
