// Sends the form with the token of the link, which is in the part of the address that browsers do not send.
const form = document.getElementById("claim");
const answer = document.getElementById("answer");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const link = location.hash.slice(1);
  const content = { link, ...Object.fromEntries(new FormData(form)) };
  try {
    const reply = await fetch("/api/session/administrator", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
    });
    const said = await reply.json();
    answer.textContent = reply.ok ? `Welcome, ${said.person.name}. You are the administrator.` : said.message;
    if (reply.ok) form.hidden = true;
  } catch {
    answer.textContent = "The server does not answer.";
  }
});
