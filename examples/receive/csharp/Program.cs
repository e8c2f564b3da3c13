// A receiver with an ASP.NET Core minimal API. WEBHOOK_SECRET=… PORT=4000 dotnet run
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Channels;

var secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET");
if (string.IsNullOrEmpty(secret)) throw new InvalidOperationException("Set WEBHOOK_SECRET to the secret_key of the integration.");
// A secret with the prefix whsec_ is base64. For any other secret the key is its UTF-8 bytes.
var key = secret.StartsWith("whsec_", StringComparison.Ordinal)
    ? Convert.FromBase64String(secret["whsec_".Length..])
    : Encoding.UTF8.GetBytes(secret);
var queue = Channel.CreateBounded<(string Id, byte[] Body)>(1000);
var app = WebApplication.CreateBuilder(args).Build();

app.MapPost("/", async (HttpRequest request) =>
{
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var body = buffer.ToArray();
    if (!IsGenuine(request.Headers, body)) return Results.Unauthorized();
    await queue.Writer.WriteAsync((request.Headers["webhook-id"].ToString(), body));
    return Results.NoContent();
});
_ = Task.Run(Work);
app.Run($"http://127.0.0.1:{Environment.GetEnvironmentVariable("PORT") ?? "4000"}");

bool IsGenuine(IHeaderDictionary headers, byte[] body)
{
    var (id, timestamp) = (headers["webhook-id"].ToString(), headers["webhook-timestamp"].ToString());
    // Rejects old deliveries, which an attacker may have recorded and replayed.
    if (!long.TryParse(timestamp, out var time)) return false;
    var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    if (time < now - 300 || time > now + 300) return false;
    byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
    var expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
    // During secret rotation there are two signatures.
    var signatures = headers["webhook-signature"].ToString().Split(' ');
    return signatures.Any(given => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected));
}

// Replace with your own work after the response.
async Task Work()
{
    var seen = new HashSet<string>();
    await foreach (var (id, body) in queue.Reader.ReadAllAsync())
    {
        using var json = JsonDocument.Parse(body);
        Console.WriteLine(seen.Add(id) ? $"{json.RootElement.GetProperty("triggered_by")} {id}" : $"skipped {id}");
    }
}
