// A server on sourcegraph/jsonrpc2 that answers every request with the same result.
//
//	jsonrpc2 RESULT-FILE
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/sourcegraph/jsonrpc2"
)

// Answers where it reads, which is this library's fastest way.
type fixedResult struct{ result *json.RawMessage }

func (handler fixedResult) Handle(
	ctx context.Context, connection *jsonrpc2.Conn, request *jsonrpc2.Request,
) {
	if request.Notif {
		return
	}
	if err := connection.Reply(ctx, request.ID, handler.result); err != nil {
		log.Fatal(err)
	}
}

type standardStreams struct{}

func (standardStreams) Read(bytes []byte) (int, error)  { return os.Stdin.Read(bytes) }
func (standardStreams) Write(bytes []byte) (int, error) { return os.Stdout.Write(bytes) }
func (standardStreams) Close() error                    { return os.Stdin.Close() }

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	result := json.RawMessage(text)
	stream := jsonrpc2.NewBufferedStream(standardStreams{}, jsonrpc2.VSCodeObjectCodec{})
	<-jsonrpc2.NewConn(context.Background(), stream, fixedResult{&result}).DisconnectNotify()
}
