// The official Go SDK's client: lists, reads, prepares, is asked, confirms.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type withKey struct{}

func (withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+os.Getenv("KEY"))
	return http.DefaultTransport.RoundTrip(request)
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func expect(isSo bool, what string) {
	if !isSo {
		fmt.Fprintln(os.Stderr, "not so:", what)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	asked := 0
	options := &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			asked++
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
		},
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1.0.0"}, options)
	transport := &mcp.StreamableClientTransport{Endpoint: os.Getenv("MCP_URL"), HTTPClient: &http.Client{Transport: withKey{}}}
	session := must(client.Connect(ctx, transport, nil))
	defer session.Close()

	call := func(name string, input map[string]any) *mcp.CallToolResult {
		return must(session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: input}))
	}
	textOf := func(result *mcp.CallToolResult) string {
		texts := []string{}
		for _, content := range result.Content {
			if text, isText := content.(*mcp.TextContent); isText {
				texts = append(texts, text.Text)
			}
		}
		return strings.Join(texts, "\n")
	}

	tools := must(session.ListTools(ctx, nil))
	expect(len(tools.Tools) > 10, "tools are listed")
	expect(strings.Contains(textOf(call("get_me", map[string]any{})), "Story"), "the workspace is named")
	email := "go@clients.example"
	prepared := call("prepare_action", map[string]any{"action": "create_contact", "input": map[string]any{"email": email}})
	preview := prepared.StructuredContent.(map[string]any)
	call(preview["confirmWith"].(string), map[string]any{"confirmationId": preview["confirmationId"], "what": preview["what"]})
	expect(strings.Contains(textOf(call("list_contacts", map[string]any{"q": email})), email), "the contact is there")
	expect(asked > 0, "the person was asked")
}
