"""The official Python SDK's client: lists, reads, prepares, is asked, confirms."""
import asyncio
import os

from mcp import Client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from mcp.types import ElicitResult

asked = []


async def agree(_context, params):
    asked.append(params.message)
    return ElicitResult(action="accept", content={})


def text_of(result):
    return "\n".join(part.text for part in result.content if part.type == "text")


async def main():
    headers = {"Authorization": f"Bearer {os.environ['KEY']}"}
    http_client = create_mcp_http_client(headers=headers)
    transport = streamable_http_client(os.environ["MCP_URL"], http_client=http_client)
    async with Client(transport, elicitation_callback=agree) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "prepare_action" in names and "confirm_change" in names, names
        assert "Story" in text_of(await client.call_tool("get_me", {}))
        email = "python@clients.example"
        prepared = await client.call_tool("prepare_action", {"action": "create_contact", "input": {"email": email}})
        preview = prepared.structured_content
        confirmation = {"confirmationId": preview["confirmationId"], "what": preview["what"]}
        await client.call_tool(preview["confirmWith"], confirmation)
        assert email in text_of(await client.call_tool("list_contacts", {"q": email}))
    assert asked, "the person was asked"


asyncio.run(main())
