# A receiver with Sinatra. bundle install && WEBHOOK_SECRET=… PORT=4000 bundle exec ruby receiver.rb
require "base64"
require "sinatra/base"
require "standardwebhooks"

secret = ENV.fetch("WEBHOOK_SECRET")
# A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes, which the library reads as base64
# too, because its new_using_raw_bytes decodes its argument. Rejects an empty secret.
WEBHOOK = StandardWebhooks::Webhook.new(secret.start_with?("whsec_") ? secret : Base64.strict_encode64(secret))
HEADERS = %w[webhook-id webhook-timestamp webhook-signature].freeze
QUEUE = Queue.new

class Receiver < Sinatra::Base
  set :bind, "127.0.0.1"
  set :port, Integer(ENV.fetch("PORT", "4000"))

  post "/" do
    headers = HEADERS.to_h { |name| [name, request.env["HTTP_#{name.upcase.tr("-", "_")}"]] }
    begin
      event = WEBHOOK.verify(request.body.read, headers)
    rescue StandardError # An unparsable signature raises other errors than WebhookVerificationError.
      halt 401
    end
    QUEUE << [headers["webhook-id"], event]
    204
  end
end

# Replace with your own work after the response.
Thread.new do
  seen = {}
  loop do
    id, event = QUEUE.pop
    puts seen[id] ? "skipped #{id}" : "#{event["triggered_by"]} #{id}"
    $stdout.flush
    seen[id] = true
  end
end

Receiver.run!
